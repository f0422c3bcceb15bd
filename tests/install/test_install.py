#!/usr/bin/env python3
"""What `cmake --install` makes: a jmc that needs nothing of the build, wherever its prefix is moved; the man page and the completions have every option."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

CMAKE = os.environ.get("CMAKE_COMMAND", "cmake")
JDK = harness.find_jdk()
WORK = tempfile.mkdtemp(prefix="jmc-install-")
PREFIX = os.path.join(WORK, "moved", "deep")


def cache(name):
    """A value of the build's CMakeCache.txt."""
    with open(os.path.join(harness.BUILD, "CMakeCache.txt"), encoding="utf-8") as f:
        found = re.search(r"^%s:\w+=(.*)$" % name, f.read(), re.M)
    return found.group(1) if found else ""


def setUpModule():
    first = os.path.join(WORK, "first")
    r = subprocess.run([CMAKE, "--install", harness.BUILD, "--prefix", first], capture_output=True, text=True)
    if r.returncode:
        raise AssertionError(r.stdout + r.stderr)
    os.makedirs(os.path.dirname(PREFIX))
    os.rename(first, PREFIX)
    harness.compile_java(JDK, [os.path.join(harness.ROOT, "examples", n + ".java") for n in ("QueueClient", "CheckThenAct")], os.path.join(WORK, "classes"))


def tearDownModule():
    shutil.rmtree(WORK, ignore_errors=True)


def installed(*path):
    return os.path.join(PREFIX, *path)


def text(*path):
    with open(installed(*path), encoding="utf-8") as f:
        return f.read()


def hidden():
    """The start of a command that sees neither the build nor the sources; empty where the system does not let us hide them."""
    script = 'for d in %s; do mount -t tmpfs none "$d" || exit 99; done; exec "$@"' % " ".join("'%s'" % d for d in (harness.BUILD, harness.ROOT))
    command = ["unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh"]
    try:
        works = subprocess.run([*command, "test", "!", "-e", os.path.join(harness.BUILD, "CMakeCache.txt")], capture_output=True).returncode == 0
    except FileNotFoundError:
        works = False
    return command if works else []


class Install(unittest.TestCase):
    def run_jmc(self, program, code):
        command = hidden()
        if not command:
            print("the build is in view: no mount namespaces here", file=sys.stderr)
        report = os.path.join(WORK, "report.json")
        r = subprocess.run([*command, installed("bin", "jmc"), "--jdk=" + JDK.home, "--json", report, "--classpath", os.path.join(WORK, "classes"), program],
                           capture_output=True, text=True, cwd=WORK, env=harness.environment(), timeout=600)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        with open(report, encoding="utf-8") as f:
            return json.load(f)

    def test_runs_without_the_build(self):
        report = self.run_jmc("QueueClient", 0)
        self.assertEqual(report["verdict"], "verified")
        self.assertEqual(report["schema"], 1)
        self.assertEqual(self.run_jmc("CheckThenAct", 1)["violations"][0]["kind"], "assertion")

    def test_a_link_to_it_runs(self):
        link = os.path.join(WORK, "link")
        os.symlink(installed("bin", "jmc"), link)
        r = subprocess.run([link, "--jdk=" + JDK.home, "--classpath", os.path.join(WORK, "classes"), "QueueClient"], capture_output=True, text=True, timeout=600)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)

    def test_without_its_stubs_it_says_where_they_belong(self):
        alone = os.path.join(WORK, "alone", "bin", "jmc")
        os.makedirs(os.path.dirname(alone))
        shutil.copy(installed("bin", "jmc"), alone)
        r = subprocess.run([alone, "--jdk=" + JDK.home, "--classpath", os.path.join(WORK, "classes"), "QueueClient"], capture_output=True, text=True, timeout=600)
        self.assertEqual(r.returncode, 2)
        self.assertIn(os.path.join(WORK, "alone", "share", "jmc", "jdk-stubs"), r.stderr)

    @unittest.skipIf(cache("CMAKE_BUILD_TYPE") != "Release", "only a release has no debugging information")
    def test_no_file_names_the_build(self):
        for folder, _, files in os.walk(PREFIX):
            for name in files:
                with open(os.path.join(folder, name), "rb") as f:
                    data = f.read()
                for path in (harness.BUILD, harness.ROOT):
                    self.assertNotIn(os.path.realpath(path).encode() + b"/", data, os.path.join(folder, name))

    def test_licence_and_documentation(self):
        self.assertIn("Apache License", text("share", "doc", "jmc", "LICENSE"))
        for link in re.findall(r"\]\((docs/[\w./-]+\.md)", text("share", "doc", "jmc", "README.md")):
            self.assertTrue(os.path.exists(installed("share", "doc", "jmc", link)), link)

    def options(self, *command):
        r = subprocess.run([installed("bin", "jmc"), *command, "--help=all"], capture_output=True, text=True)
        found = set(re.findall(r"^  (--[\w-]+)", r.stdout, re.M))
        self.assertGreater(len(found), 20)
        return found

    def test_pages_have_every_option(self):
        options = self.options() | self.options("linearizability")
        page = text("share", "man", "man1", "jmc.1").replace("\\-", "-")
        self.assertEqual(options - set(re.findall(r"^\.BR (--[\w-]+)", page, re.M)), set())
        self.assertEqual(options - set(re.findall(r"--[\w-]+", text("share", "bash-completion", "completions", "jmc"))), set())
        self.assertEqual(options - set(re.findall(r"'\*?(--[\w-]+)", text("share", "zsh", "site-functions", "_jmc"))), set())
        self.assertEqual(options - {"--" + name for name in re.findall(r" -l ([\w-]+)", text("share", "fish", "vendor_completions.d", "jmc.fish"))}, set())

    @unittest.skipIf(not shutil.which("groff"), "no groff is installed")
    def test_the_man_page_is_well_formed(self):
        r = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", installed("share", "man", "man1", "jmc.1")], capture_output=True, text=True)
        self.assertEqual((r.returncode, r.stderr), (0, ""))

    def completions(self, line):
        script = """source '%s'; COMP_LINE='%s'; read -ra words <<<"${COMP_LINE//=/ = }"; [[ $COMP_LINE != *' ' ]] || words+=('')
        COMP_WORDS=("${words[@]}"); COMP_CWORD=$((${#words[@]} - 1)); compopt() { :; }; _jmc; printf '%%s\\n' "${COMPREPLY[@]}" """
        r = subprocess.run(["bash", "-c", script % (installed("share", "bash-completion", "completions", "jmc"), line)], capture_output=True, text=True, cwd=PREFIX)
        self.assertEqual(r.stderr, "")
        return r.stdout.split()

    def test_bash_completes(self):
        self.assertEqual(self.completions("jmc --kee"), ["--keep-going"])
        self.assertEqual(self.completions("jmc --js"), ["--json="])
        self.assertEqual(self.completions("jmc --por=o"), ["o-dpor", "optimal-dpor"])
        self.assertEqual(self.completions("jmc --por o"), ["o-dpor", "optimal-dpor"])
        self.assertEqual(self.completions("jmc --jdk=sh"), ["share"])
        self.assertEqual(self.completions("jmc lin"), ["linearizability"])
        self.assertEqual(self.completions("jmc --meth"), [])
        self.assertEqual(self.completions("jmc linearizability --meth"), ["--methods="])
        self.assertEqual(self.completions("jmc in"), ["init"])
        self.assertEqual(self.completions("jmc replay --jav"), ["--java="])
        self.assertEqual(self.completions("jmc mcp --answ"), ["--answer-limit="])


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
