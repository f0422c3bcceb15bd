"""What the test runners share: finding JDKs, compiling Java once, running jmc and reading its report."""
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get("JMC_BUILD", os.path.join(ROOT, "build"))
EXIT = {"verified": 0, "violated": 1, "error": 2, "inconclusive": 3}


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


def find_jdk(explicit=None, least=17):
    """The JDK asked for, or the first installed one that is recent enough; None when there is none."""
    if explicit:
        jdk = jdk_at(explicit)
        if not jdk:
            sys.exit("no JDK (bin/javac, release) in %s" % explicit)
        return jdk
    return next((j for j in installed_jdks() if j.feature >= least), None)


def jmc_path():
    path = os.environ.get("JMC", os.path.join(BUILD, "jmc"))
    if not os.access(path, os.X_OK):
        sys.exit("no jmc at %s: run ./dev build first" % path)
    return path


def environment():
    """One locale for every run, so that texts leave HotSpot in UTF-8."""
    env = dict(os.environ, LC_ALL="C.UTF-8")
    for name in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"):
        env.pop(name, None)
    return env


def source_key(files):
    h = hashlib.sha256()
    for f in sorted(files):
        with open(f, "rb") as s:
            h.update(os.path.basename(f).encode() + b"\0" + s.read() + b"\0")
    return h.hexdigest()[:16]


def compile_java(jdk, sources, out, release=None, classpath=None):
    """Compiles the sources into out with one javac call, unless out was made from the same sources by the same JDK."""
    stamp = os.path.join(out, ".key")
    key = source_key(sources) + " " + jdk.key + " " + str(release) + (" " + classpath if classpath else "")
    try:
        with open(stamp, encoding="utf-8") as f:
            if f.read() == key:
                return
    except FileNotFoundError:
        pass
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    command = [jdk.tool("javac"), "-g", "-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8", "-d", out]
    if release:
        command += ["--release", str(release)]
    if classpath:
        command += ["--class-path", classpath]
    r = subprocess.run(command + list(sources), capture_output=True, text=True, env=environment())
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


def run_jmc(arguments, timeout=60, cwd=None, command=()):
    """Runs jmc and reads its JSON report; raises Failure on a crash, a timeout or a report that contradicts the exit code."""
    with tempfile.TemporaryDirectory(prefix="jmc-test-") as tmp:
        path = os.path.join(tmp, "report.json")
        command = [jmc_path(), *command, "--json", path] + arguments
        try:
            r = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               timeout=timeout, env=environment(), cwd=cwd)
        except subprocess.TimeoutExpired:
            raise Failure("no result after %d s" % timeout)
        text = r.stdout.decode("utf-8", "replace")
        if r.returncode not in EXIT.values():
            raise Failure("jmc ended with status %d\n%s" % (r.returncode, "\n".join(text.splitlines()[-8:])))
        data = {}
        if os.path.exists(path):
            with open(path, "rb") as f:
                data = json.loads(f.read().decode("utf-8", "surrogateescape"))
        elif r.returncode != EXIT["error"]:
            raise Failure("exit code %d but no JSON report\n%s" % (r.returncode, "\n".join(text.splitlines()[-8:])))
        report = Report(r.returncode, data, text)
        if EXIT.get(report.verdict) != r.returncode:
            raise Failure("verdict %s but exit code %d" % (report.verdict, r.returncode))
        return report


def run_many(names, jdk, classes, seconds, patience=6):
    """Runs each program again and again under java in one JVM, each time with new classes (tests/java/stress/RunMany.java, which `classes` holds too); NAME:ARGUMENT
    passes an argument. For each: how many runs, how the last one ended ("ended", "hangs" for longer than `patience` seconds, or an exception), and what the runs printed."""
    r = subprocess.run([jdk.tool("java"), "-ea", "-Xss512k", "-XX:TieredStopAtLevel=1", "-Dpatience=%d" % (patience * 1000), "-cp", classes, "RunMany", classes, str(seconds)] + names,
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


def run_all(tests, jobs):
    """Runs (name, callable) pairs; prints the failures and the last line; returns the exit status for the process.

    A callable returns None when it passes, a text when it is skipped, and raises Failure when it fails."""
    passed, failed, skipped = 0, [], 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        futures = [(name, pool.submit(call)) for name, call in tests]
        for name, future in futures:
            try:
                reason = future.result()
                if reason:
                    skipped += 1
                    print("SKIP %s: %s" % (name, reason), flush=True)
                else:
                    passed += 1
            except Failure as e:
                failed.append(name)
                print("FAIL %s: %s" % (name, str(e).replace("\n", "\n     ")), flush=True)
    if failed:
        print("failed: " + " ".join(failed))
    print("%d passed, %d failed" % (passed, len(failed)) + (", %d skipped" % skipped if skipped else ""))
    return 1 if failed else 0
