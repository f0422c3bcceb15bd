"""What the test runners share: finding JDKs, compiling Java once, running jmc and reading its report."""
import argparse
import collections
import fcntl
import glob
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get("JMC_BUILD", os.path.join(ROOT, "build"))
sys.path += [os.path.join(ROOT, "tests", folder) for folder in ("generators", "oracles")]
LONG = bool(os.environ.get("JMC_LONG_TESTS"))  # everything: ./dev test --long
ALL = LONG or bool(os.environ.get("JMC_ALL_TESTS"))  # each suite whole: ./dev test --all
EXIT = {"verified": 0, "violated": 1, "error": 2, "inconclusive": 3, "accepted": 0}


class Failure(Exception):
    """A test that did not show what it should."""


class Jdk:
    """An installed JDK: home, feature release (17, 21, ...) and a key that changes when it is updated."""

    def __init__(self, home):
        self.home = os.path.realpath(home)
        with open(os.path.join(self.home, "release"), encoding="utf-8") as f:
            text = f.read()
        version = re.search(r'^JAVA_VERSION="([^"]+)"', text, re.M).group(1)
        parts = version.split(".")
        self.feature = int(parts[1] if parts[0] == "1" else re.match(r"\d+", parts[0]).group())
        self.key = "%d-%s" % (self.feature, hashlib.sha256((self.home + text).encode()).hexdigest()[:10])

    def tool(self, name):
        return os.path.join(self.home, "bin", name)

    def javac(self):
        """The compiler as the start of a command: with C1 and the serial collector, since it ends before anything better pays."""
        return [self.tool("javac"), "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]


def jdk_at(home):
    """The JDK at a directory, or None when there is no compiler in it."""
    if home and os.access(os.path.join(home, "bin", "javac"), os.X_OK) and os.path.exists(os.path.join(home, "release")):
        return Jdk(home)
    return None


def installed_jdks():
    """JAVA_HOME, the java on the PATH, then what is installed for all users; each once."""
    homes = [os.environ.get("JAVA_HOME")]
    java = shutil.which("java")
    if java:
        homes.append(os.path.dirname(os.path.dirname(os.path.realpath(java))))
    homes += sorted(glob.glob("/usr/lib/jvm/*"))
    seen, found = set(), []
    for home in homes:
        if home and os.path.realpath(home) not in seen:
            seen.add(os.path.realpath(home))
            jdk = jdk_at(home)
            if jdk:
                found.append(jdk)
    return found


def feature_releases(least=17):
    """Of each feature release the first installed JDK, oldest release first."""
    by_feature = {j.feature: j for j in reversed(installed_jdks()) if j.feature >= least}
    return [by_feature[f] for f in sorted(by_feature)]


def sample_older(cases, of, newest=None):
    """Of the cases of each older release that the newest has, too, one in `of` (rounded up: a suite leaves out no release), chosen by their names. The rest is as it was."""
    release = re.compile(r"(?<=\bJDK )\d+|(?<=\bHotSpot )\d+|(?<=\bon )\d+|^\d+(?= )")
    newest = newest or max((jdk.feature for jdk in feature_releases()), default=0)
    names = {name for name, _ in cases}
    twins = collections.defaultdict(list)  # by release: rank and name
    for name in names:
        m = release.search(name)
        twin = m and name[:m.start()] + str(newest) + name[m.end():]
        if m and int(m.group()) < newest and twin in names:
            twins[m.group()].append((zlib.crc32(twin.encode()), name))
    left_out = {name for ranked in twins.values() for _, name in sorted(ranked)[-(-len(ranked) // of):]}
    return [case for case in cases if case[0] not in left_out]


def share_of(cases, percent):
    """So many of a hundred cases (rounded up), chosen by their names; where the names have releases, of each release. In the order that they had."""
    release = re.compile(r"\bJDK (\d+)|\bHotSpot (\d+)|\bon (\d+)|^(\d+) ")
    groups = collections.defaultdict(list)
    for name, _ in cases:
        m = release.search(name)
        groups[m and m.group(m.lastindex)].append((zlib.crc32(name.encode()), name))
    chosen = {name for ranked in groups.values() for _, name in sorted(ranked)[:-(-len(ranked) * percent // 100)]}
    return [case for case in cases if case[0] in chosen]


def find_jdk(explicit=None, least=17):
    """The JDK asked for, or the first installed one that is recent enough; None when there is none."""
    if explicit:
        jdk = jdk_at(explicit)
        if not jdk:
            sys.exit("no JDK (bin/javac, release) in %s" % explicit)
        return jdk
    return next((j for j in installed_jdks() if j.feature >= least), None)


def jdks(explicit):
    """The JDK asked for, or of each feature release the first installed one, oldest release first."""
    return [find_jdk(explicit)] if explicit else feature_releases()


def option(*names, **properties):
    """An option of a suite, as of argparse.add_argument()."""
    return names, properties


JDK = option("--jdk", help="only the JDK in this folder")


def options(doc, arguments, *own):
    """What the command line of a suite says, after main() has taken what all suites have. `own`: its options, each of option()."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for names, properties in own:
        parser.add_argument(*names, **properties)
    return parser.parse_args(arguments)


def jmc_path():
    path = os.environ.get("JMC", os.path.join(BUILD, "jmc"))
    if not os.access(path, os.X_OK):
        sys.exit("no jmc at %s: run ./dev build first" % path)
    return path


def environment():
    """One locale for every run, so that texts leave HotSpot in UTF-8, and texts of the usual width."""
    env = dict(os.environ, LC_ALL="C.UTF-8")
    for name in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "COLUMNS"):
        env.pop(name, None)
    return env


def source_key(files):
    h = hashlib.sha256()
    for f in sorted(files):
        with open(f, "rb") as s:
            h.update(os.path.basename(f).encode() + b"\0" + s.read() + b"\0")
    return h.hexdigest()[:16]


def write_source(path, text):
    """Writes a generated program, unless it is there already: a process that compiles it sees all of it."""
    try:
        with open(path, encoding="utf-8") as f:
            if f.read() == text:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    new = "%s.%d" % (path, os.getpid())
    with open(new, "w", encoding="utf-8") as f:
        f.write(text)
    os.replace(new, path)


def compile_java(jdk, sources, out, release=None, classpath=None, options=()):
    """Compiles the sources into out with one javac call, unless out was made from the same sources by the same JDK; suites that run side by side may ask for the same."""
    key = source_key(sources) + " " + jdk.key + " " + str(release) + (" " + classpath if classpath else "") + "".join(" " + o for o in options)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with open(out.rstrip("/") + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        compile_unless(key, jdk, sources, out, release, classpath, options)


def classes_for(name, sources, release=None, with_sources=False):
    """For the tests of a module: a folder for what they write, the one in it for the classes of a folder of sources (and for these, `with_sources`), and setUpModule and
    tearDownModule, which compile them and clean up."""
    work = tempfile.mkdtemp(prefix="jmc-%s-test-" % name)
    classes = os.path.join(work, "classes")
    files = sorted(glob.glob(os.path.join(sources, "*.java")))

    def set_up():
        compile_java(find_jdk(), files, classes, release)
        for source in files if with_sources else []:
            shutil.copy(source, classes)

    return work, classes, set_up, lambda: shutil.rmtree(work, ignore_errors=True)


def compile_unless(key, jdk, sources, out, release, classpath, options):
    stamp = os.path.join(out, ".key")
    try:
        with open(stamp, encoding="utf-8") as f:
            if f.read() == key:
                return
    except FileNotFoundError:
        pass
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    command = jdk.javac() + ["-g", "-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8", "-d", out]
    if release:
        command += ["--release", str(release)]
    if classpath:
        command += ["--class-path", classpath]
    command += options
    archive = os.path.join(BUILD, "tests", "javac-%s.jsa" % jdk.key)
    made = "%s.%d" % (archive, os.getpid())
    # The compiler's own classes as the virtual machine keeps them: who comes first makes them, all others save a third of the time.
    shared = ["-J-XX:SharedArchiveFile=" + archive] if os.path.exists(archive) else ["-J-XX:ArchiveClassesAtExit=" + made]
    r = subprocess.run(command[:1] + shared + command[1:] + list(sources), capture_output=True, text=True, env=environment())
    if os.path.exists(made):
        os.replace(made, archive)
    if r.returncode != 0:
        sys.exit("javac failed:\n" + r.stderr)
    with open(stamp, "w", encoding="utf-8") as f:
        f.write(key)


class Report:
    """What one run of jmc said: exit code, the JSON report, and the text on the terminal."""

    def __init__(self, code, data, text):
        self.code = code
        self.data = data
        self.text = text
        self.verdict = data.get("verdict", "error")

    def outcomes(self):
        """The distinct outputs of complete executions, as bytes."""
        return [o["output"].encode("utf-8", "surrogateescape") for o in self.data.get("outcomes") or []]

    def violations(self):
        return self.data.get("violations") or []

    def last_lines(self, n=6):
        return "\n".join(self.text.strip().splitlines()[-n:])


def note_opinion(data, command):
    """A second opinion that says something else is a defect of what searches take for granted, whatever the test is about.
    JMC_TEST_OPINIONS names a file to which each one adds a line."""
    opinion = data.get("second_opinion", {}).get("answer", "not-asked")
    kept = os.environ.get("JMC_TEST_OPINIONS")
    if kept and opinion != "not-asked":
        with open(kept, "a") as f:
            f.write("%s %s %s\n" % (opinion, data["second_opinion"]["transitions"], " ".join(command[1:])))
    if opinion == "disagrees" and not any(a.startswith("--second-opinion") for a in command):
        raise Failure("the second opinion disagrees: %s" % "; ".join(data.get("notes", [])[:1]))


def opinion_steps(arguments):
    """How many transitions a second opinion may take where the suites run in minutes (with --long: as many as by default).

    It is asked once for each program, of the default strategy: suites compare the answers of the others with that one. Of the programs of run-concurrent that
    the budget of users cross-checks, two in three need no more than this one, and the suite takes half the time."""
    another = any(a.startswith("--por=") and a != "--por=dl-s-por" for a in arguments)
    return 0 if another else 20_000


def run_jmc(arguments, timeout=60, cwd=None, command=(), races=False, disagrees=False):
    """Runs jmc and reads its JSON report; raises Failure on a crash, a timeout or a report that contradicts the exit code.

    Most suites say nothing about data races: the second search, for these, is left out (`--races=off`), which saves a third of the time. What says
    something about them, or shows what a user sees who gives no option, passes races=True.
    A second opinion that finds what the search has not is a failure, though the answer is right by then: the search was not. What is known to be taken for
    granted wrongly passes disagrees=True.
    `timeout` is in seconds of CPU time, so that a busy machine fails no test; one that does not move at all has ten times as long."""
    with tempfile.TemporaryDirectory(prefix="jmc-test-") as tmp:
        path = os.path.join(tmp, "report.json")
        # What is drawn beside a search may be found first, or not, and takes a processor: tests of it pass what they want.
        sampling = [] if command or any("sampling" in a or a == "--jobs=1" for a in arguments) else ["--no-sampling"]
        if not command and not LONG and not any(a.startswith("--second-opinion") for a in arguments):
            sampling.append("--second-opinion=%d" % opinion_steps(arguments))
        command = [jmc_path(), *command, "--json", path, *sampling] + ([] if races or command or any(a.startswith("--races") for a in arguments) else ["--races=off"]) + arguments
        # A limit that is set from here costs no fork of this process, as one that is set in the child would.
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(), cwd=cwd) as r:
            try:
                resource.prlimit(r.pid, resource.RLIMIT_CPU, (int(timeout) + 1, int(timeout) + 6))
                out, _ = r.communicate(timeout=10 * timeout)
            except subprocess.TimeoutExpired:
                raise Failure("no result after %d s" % (10 * timeout)) from None
            finally:
                r.kill()
        text = out.decode("utf-8", "replace")
        if r.returncode == -signal.SIGXCPU:
            raise Failure("no result after %d s of CPU time" % timeout)
        if r.returncode not in EXIT.values():
            raise Failure("jmc ended with status %d\n%s" % (r.returncode, "\n".join(text.splitlines()[-8:])))
        data = {}
        if os.path.exists(path):
            with open(path, "rb") as f:
                data = json.loads(f.read().decode("utf-8", "surrogateescape"))
        note_opinion(data, command)
        if data.get("second_opinion", {}).get("answer") == "disagrees" and not disagrees:
            raise Failure("the second opinion disagrees with the search:\n%s" % "\n".join(data.get("notes", [])))
        if not data and r.returncode != EXIT["error"]:
            raise Failure("exit code %d but no JSON report\n%s" % (r.returncode, "\n".join(text.splitlines()[-8:])))
        report = Report(r.returncode, data, text)
        if EXIT.get(report.verdict) != r.returncode:
            raise Failure("verdict %s but exit code %d" % (report.verdict, r.returncode))
        return report


def run_many(names, jdk, classes, seconds, patience=6):
    """Runs each program again and again under java in one JVM, each time with new classes (tests/java/stress/RunMany.java, which `classes` holds too); NAME:ARGUMENT
    passes an argument. For each: how many runs, how the last one ended ("ended", "hangs" for longer than `patience` seconds, or an exception), and what the runs printed."""
    r = subprocess.run([jdk.tool("java"), "-ea", "-Xss512k", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dpatience=%d" % (patience * 1000), "-cp", classes, "RunMany", classes, str(seconds)] + names,
                       stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment(), timeout=60 + len(names) * (seconds + 2 * patience + 3))
    found = {}
    for line in r.stdout.split("\n"):
        name, tab, rest = line.partition("\t")
        if tab:
            runs, end, outputs = rest.split("\t", 2)
            found[name] = (int(runs), end, set(outputs.split(" | ")) if outputs else set())
    for name in names:
        if name not in found:
            raise Failure("no result of %s\n%s" % (name, r.stderr[-1500:]))
    return found


# What the case that runs now counts, by name; the sums over all cases are shown at the end.
sums = collections.Counter()


def suite_module(path):
    """The module in a file tests/run-NAME, which has no ending that import knows."""
    name = os.path.basename(path).replace("-", "_")
    if name not in sys.modules:
        loader = importlib.machinery.SourceFileLoader(name, path)
        sys.modules[name] = module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
        loader.exec_module(module)
    return sys.modules[name]


def python_with_pytest():
    """This Python, or that of the system where pytest is a package."""
    for python in (sys.executable, "/usr/bin/python3"):
        r = subprocess.run([python, "-c", "import pytest, sys; sys.exit(0)"], capture_output=True)
        if r.returncode == 0:
            parallel = subprocess.run([python, "-c", "import xdist"], capture_output=True).returncode == 0
            if parallel or python == "/usr/bin/python3":
                return python, parallel
    sys.exit("no pytest: install python3-pytest and python3-pytest-xdist, or the packages of the same name for %s" % sys.executable)


def main(script, cases=None, tools=(), share=None):
    """The command line of a suite, or without `cases` of a module of unittest: its own options, and --jobs N, --case NAME, --sample-older N, --share PERCENT, --pytest OPTION. Those in `tools` do something else than test: cases() does it. `share`: how many of a hundred cases ctest runs, where the command line does not say it; by hand, and with JMC_LONG_TESTS or JMC_ALL_TESTS, all run."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--case", action="append", default=[])
    parser.add_argument("--sample-older", type=int, metavar="N", help="of the cases of older JDKs that the newest has, too, one in N")
    parser.add_argument("--share", type=int, metavar="PERCENT", help="so many of a hundred cases, chosen by their names")
    parser.add_argument("--pytest", action="append", default=[], metavar="OPTION", help="an option of pytest, e.g. --pytest=--lf, --pytest=-x")
    own, rest = parser.parse_known_args(sys.argv[1:sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:])
    rest += sys.argv[sys.argv.index("--"):] if "--" in sys.argv else []
    if {"-h", "--help"} & set(rest):
        print("every suite: [--jobs N] [--case NAME] [--sample-older N] [--share PERCENT] [--pytest=OPTION]\n")
    if any(a.partition("=")[0] in ("-h", "--help", *tools) for a in rest):
        return cases(rest) if cases else 0
    python, parallel = python_with_pytest()
    tests = os.path.join(ROOT, "tests")
    command = [python, "-m", "pytest", "-c", os.path.join(tests, "pytest.ini"), "-o", "cache_dir=" + os.path.join(BUILD, "tests", "pytest"), os.path.abspath(script)]
    command += ["--suite=" + shlex.join(rest)] if cases else rest
    if "--statistics" in rest:
        command.append("-rP")  # what cases print
    if parallel and own.jobs > 1 and cases:
        command += ["-n", str(own.jobs)]
    else:
        command += ["-p", "no:xdist"]
    for name in own.case:
        command += ["--case", name]
    if own.sample_older:
        command += ["--sample-older", str(own.sample_older)]
    own.share = own.share or (share if "JMC_BUILD" in os.environ else None)
    if own.share and not ALL:
        command += ["--share", str(own.share)]
    sys.stdout.flush()
    os.execve(python, command + own.pytest, dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
    return 2
