#!/usr/bin/env python3
"""How the pages of --html look: the same design for every command, colours that can be read (WCAG 2.1, AA), names for all that can be operated, headings without a gap, and, where there is a browser, nothing wider than a phone and everything within reach of the keyboard."""
import html
import html.parser
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_page  # noqa: E402
import test_reports as reports  # noqa: E402

harness, run, BROWSER = reports.harness, reports.run, test_page.BROWSER
PAGES = {}  # name: path

# Eight threads and more than 500 rows: what a reader of a large story has before them.
LARGE = """public class Large {
  static volatile int sum;
  static final Object lock = new Object();
  static volatile Object last;
  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[8];
    for (int i = 0; i < 8; i++) {
      int me = i;
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 14; j++) { sum++; synchronized (lock) { last = "a text of thread " + me + " in round " + j; } }
      }, "a-worker-with-a-long-name-" + i);
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    assert sum < 5 : "sum is " + sum;
  }
}
"""


def setUpModule():
    reports.setUpModule()
    make = lambda name, *words: PAGES.update({name: os.path.join(reports.WORK, name + ".html")}) or run(*words[:1], "--jdk=" + reports.JDK.home, "--html=" + PAGES[name], *words[1:])
    source, out = os.path.join(reports.WORK, "Large.java"), os.path.join(reports.WORK, "large")
    Path(source).write_text(LARGE, encoding="utf-8")
    harness.compile_java(reports.JDK, [source], out, 17)
    classes = "--classpath=" + reports.CLASSES
    make("violated", classes, "--keep-going", "Lost")
    make("deadlock", classes, "Cycle")
    make("verified", classes, "Fine")
    make("large", "--classpath=" + out, "--simplify=0", "--no-sampling", "--sourcepath=" + reports.WORK, "Large")
    make("several", classes, "--each", "Notify", "Nonsense", "Lost", "Fine")
    make("linearizability", "linearizability", "--methods=add,size", "--calls=1", "--values=1", "java.util.ArrayList")
    make("progress", "progress", "--methods=put,take", "--threads=2", "--calls=1", "--values=1", "java.util.concurrent.SynchronousQueue")
    PAGES["coverage"] = os.path.join(reports.WORK, "coverage.html")
    run(classes, "--jdk=" + reports.JDK.home, "--coverage=" + PAGES["coverage"], "Fine")


def tearDownModule():
    reports.tearDownModule()


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return sum(w * (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4) for w, p in zip((0.2126, 0.7152, 0.0722), parts))


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Elements(html.parser.HTMLParser):
    """Headings by level, and the names of what can be operated."""

    def __init__(self, text):
        super().__init__()
        self.levels, self.operated, self.open, self.meta, self.cells = [], [], None, {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag == "meta" and "name" in a:
            self.meta[a["name"]] = a["content"]
        if tag in ("button", "input", "summary", "a", "th") or a.get("role") in ("img", "region", "group") or "tabindex" in a:
            self.operated.append([tag, a.get("aria-label") or "", a])
            if tag in ("button", "summary", "a", "th"):
                self.open = tag
        if "onclick" in a:
            self.operated.append([tag, "", a])

    def handle_data(self, data):
        if self.open:
            self.operated[-1][1] += data.strip()

    def handle_endtag(self, tag):
        if tag == self.open:
            self.open = None


class Design(unittest.TestCase):
    def text(self, name):
        return Path(PAGES[name]).read_text(encoding="utf-8")

    def test_one_design(self):
        """The same style and script on all, in one place of what can be used without them."""
        parts = {name: (re.findall(r"<style>.*?</style>", self.text(name), re.S), re.findall(r"<script>\n'use strict'.*?</script>", self.text(name), re.S)) for name in PAGES}
        for name, part in parts.items():
            with self.subTest(name):
                self.assertEqual([len(p) for p in part], [1, 1])
                self.assertEqual(part, parts["violated"])
                text = self.text(name)
                self.assertEqual((text.count("<main>"), text.count("</main>"), text.count("<h1>"), text.count('<html lang="en">')), (1, 1, 1, 1))
                self.assertEqual(Elements(text).meta.get("viewport"), "width=device-width, initial-scale=1")
                page = reports.Page()
                page.feed(text)
                self.assertEqual((page.wrong, page.open, page.loads), ([], [], []))

    def test_names(self):
        for name in PAGES:
            with self.subTest(name):
                found = Elements(self.text(name))
                self.assertEqual([e for e in found.operated if not e[1]], [])
                self.assertEqual([e for e in found.operated if "onclick" in e[2]], [])
                self.assertEqual(found.levels[0], 1)
                self.assertEqual([(a, b) for a, b in zip(found.levels, found.levels[1:]) if b > a + 1], [])

    def test_told_once(self):
        """The message of the only violation is the heading of its story, and not said in the paragraph above, too; who waits in a deadlock is told as its cause."""
        message = "java.lang.AssertionError"
        self.assertEqual(len(re.findall("<h2>" + message, self.text("violated"))), 1)
        self.assertNotIn("<p>" + message, self.text("violated"))
        self.assertIn("<b>where</b>", self.text("violated"))
        self.assertIn("<b>cause</b>", self.text("deadlock"))

    def test_progress(self):
        """The table of the page is that of the text, and each refutation has its schedule."""
        text = self.text("progress")
        rows = re.findall(r'<tr><td class="program">([^<]*)</td><td data-label="progress" class="\w*">(?:<a href="#(\w+)">)?([^<]*)', text)
        told = run("progress", "--jdk=" + reports.JDK.home, "--methods=put,take", "--threads=2", "--calls=1", "--values=1", "java.util.concurrent.SynchronousQueue").stdout
        self.assertEqual(len(rows), 2)
        for method, link, level in rows:
            self.assertRegex(told, r"(?m)^%s +%s" % (re.escape(method), re.escape(level)))
            if link:
                self.assertIn('<details id="%s"' % link, text)

    def test_contrast(self):
        """Each colour on each ground that it is on, in both schemes: 4.5 for text, 3 for what is drawn and for the borders of controls."""
        css = re.search(r"<style>(.*?)</style>", self.text("violated"), re.S).group(1)
        light, dark = (dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})\b", block)) for block in re.findall(r":root\{([^}]*--ink[^}]*)\}", css))
        self.assertEqual(set(light), set(dark))
        # A colour is always a name, but for white in forced colours; a new one has to be judged here.
        self.assertEqual(re.findall(r"#[0-9a-fA-F]{3,8}\b", re.sub(r"--[\w-]+:#[0-9a-f]{6}", "", css)), [])
        texts = [(c, g) for c in ("ink", "faint") for g in ("paper", "panel", "here")] + [(c, "paper") for c in ("bad", "good", "maybe", "link")]
        texts += [(c, c + "-back") for c in ("bad", "good", "maybe")] + [(c, "panel") for c in ("bad", "good", "maybe", "lock")]
        texts += [("link", "here"), ("lock", "here")] + [("paper", kind) for kind in ("read", "write", "lock", "bad")]  # letters in dots
        drawn = [(c, "paper") for c in ("read", "write", "lock", "bad", "other", "edge", "ink", "link")] + [("edge", "panel"), ("write", "here")]
        used = {"line", *(c for pair in texts + drawn for c in pair)}
        self.assertEqual(used, set(light))  # "line" only parts what is read without it
        for scheme, colours in (("light", light), ("dark", dark)):
            for least, pairs in ((4.5, texts), (3, drawn)):
                for a, b in pairs:
                    self.assertGreaterEqual(contrast(colours[a], colours[b]), least, "%s on %s, %s" % (a, b, scheme))


# In a frame of the width: what is wider than it and cannot be scrolled, and what Tab would come to.
LOOK = """<!DOCTYPE html><body><script>
'use strict';
const texts = %s, result = {};
const look = (name, width, done) => {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'border:0;height:844px;width:' + width + 'px';
  frame.srcdoc = texts[name];
  frame.onload = () => {
    const d = frame.contentDocument, w = frame.contentWindow, style = e => w.getComputedStyle(e);
    for (const part of d.querySelectorAll('details')) part.open = true;
    const scrolls = e => { for (let p = e.parentElement; p && p !== d.body; p = p.parentElement) if (style(p).overflowX !== 'visible') return true; return false; };
    const shown = e => e.getBoundingClientRect().width > 0 && style(e).visibility === 'visible';
    const wide = [...d.body.querySelectorAll('*')].filter(e => shown(e) && e.getBoundingClientRect().right > width + 1 && !scrolls(e) && style(e).clipPath === 'none');
    const stops = [...d.querySelectorAll('a[href],button,input,summary,[tabindex]')].filter(shown), lost = [];
    for (const e of stops) {
      e.focus({focusVisible: true});
      if (d.activeElement !== e) lost.push(e.outerHTML.slice(0, 80));
      else if (style(e).outlineStyle === 'none' || parseFloat(style(e).outlineWidth) < 2) lost.push('no outline: ' + e.outerHTML.slice(0, 80));
    }
    const small = width < 500 ? [...d.querySelectorAll('button')].filter(e => shown(e) && Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 24) : [];
    const story = d.querySelector('section.told'), slider = story && story.querySelector('input'), seen = {};
    if (slider) {
      slider.value = slider.max; slider.dispatchEvent(new Event('input'));
      const inside = (e, box) => { const a = e.getBoundingClientRect(), b = box.getBoundingClientRect(); return a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom; };
      seen.dot = inside(story.querySelector('.dot.here'), story.querySelector('.time .scroll'));
      seen.row = inside(story.querySelector('tr.here'), story.querySelector('.steps'));
    }
    (result[name] = result[name] || {})[width] = {wide: wide.slice(0, 5).map(e => e.outerHTML.slice(0, 80)), scroll: d.documentElement.scrollWidth, lost, small: small.length, stops: stops.length, told: !!story, seen};
    frame.remove();
    done();
  };
  document.body.append(frame);
};
const all = Object.keys(texts).flatMap(name => [1280, 390, 320].map(width => [name, width]));
const next = i => { if (i < all.length) look(...all[i], () => next(i + 1)); else document.documentElement.dataset.result = JSON.stringify(result); };
next(0);
</script>"""


@unittest.skipUnless(BROWSER, "no browser: install chromium to look at the pages")
class Browser(unittest.TestCase):
    def test_widths_and_keys(self):
        texts = {name: Path(path).read_text(encoding="utf-8") for name, path in PAGES.items()}
        tried = os.path.join(reports.WORK, "looked.html")
        Path(tried).write_text(LOOK % json.dumps(texts).replace("<", "\\u003c"), encoding="utf-8")
        r = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                            "--user-data-dir=" + os.path.join(reports.WORK, "browser"), "--window-size=1400,900", "--virtual-time-budget=60000", "--dump-dom", "file://" + tried], capture_output=True, text=True, timeout=300)
        found = re.search(r'data-result="([^"]*)"', r.stdout)
        self.assertTrue(found, r.stdout[-500:] + r.stderr[-2000:])
        result = json.loads(html.unescape(found.group(1)))
        self.assertEqual(set(result), set(PAGES))
        for name, widths in result.items():
            for width, seen in widths.items():
                with self.subTest(name + ", %s pixels" % width):
                    self.assertEqual((seen["wide"], seen["lost"], seen["small"]), ([], [], 0))
                    self.assertLessEqual(seen["scroll"], int(width))
                    self.assertTrue(all(seen["seen"].values()), seen)
                    if seen["told"]:
                        self.assertGreater(seen["stops"], 3)


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
