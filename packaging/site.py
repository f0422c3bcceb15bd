"""A hook of mkdocs (mkdocs.yml): links of pages that leave docs/ lead into the repository, or are no links where JMC_REPOSITORY does not say where that is."""
import os
import posixpath
import re

LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\(((?:\.\./)+[^()\s]*)\)")


def on_page_markdown(markdown, page, config, files):
    folder = posixpath.dirname(page.file.src_path)

    def outside(match):
        text, target = match.groups()
        path = posixpath.normpath(posixpath.join("docs", folder, target))
        if path.startswith("docs/"):
            return match.group(0)
        base = os.environ.get("JMC_REPOSITORY")
        if base:
            return "[%s](%s/%s)" % (text, base.rstrip("/"), path)
        return "%s (`%s`)" % (text, path) if text.strip("`") != path else "`%s`" % path

    return LINK.sub(outside, markdown)
