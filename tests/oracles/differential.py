"""One program under HotSpot and under jmc: the same bytes on standard output, the same end, the same stack trace."""
import difflib
import json
import os
import re
import subprocess
import threading

import harness
from harness import Failure


class Program:
    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            self.text = text = f.read()
        self.sources = [path]
        self.name = os.path.basename(path)[:-len(".java")]
        package = re.search(r"^package ([\w.]+);", text, re.M)
        self.main = (package.group(1) + "." if package else "") + self.name
        exit_line = re.match(r"// exit: (\d+)\n", text)
        self.exit = int(exit_line.group(1)) if exit_line else 0


def java(jdk, classes, arguments):
    try:
        return subprocess.run([jdk.tool("java"), "-ea", "-Xss2m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classes] + arguments,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=600, env=harness.environment())
    except subprocess.TimeoutExpired:
        raise Failure("java did not end in 600 s")


class OneJvm:
    """What programs print in one JVM, one after the other (tests/java/batch/RunEach.java): a fifth of the time of a JVM for each. What a program prints there can depend on those before it, the numbers of
    threads for instance; so it counts only where jmc says the same, and else the program runs alone."""

    ALONE = re.compile(r"System\.(exit|in|set\w+)\b|Runtime\.getRuntime|setDefault")

    def __init__(self, programs, jdk, classes, runner):
        self.programs, self.jdk, self.classes, self.runner = programs, jdk, classes, runner
        self.lock, self.outputs = threading.Lock(), None

    def output(self, program):
        """Bytes; None if it has to run alone, as all do where the JVM did not come to its end."""
        with self.lock:
            if self.outputs is None:
                try:
                    self.outputs = self.run()
                except Failure:
                    self.outputs = {}
        return self.outputs.get(program.main)

    def run(self):
        names = [p.main for p in self.programs if not p.exit and not self.ALONE.search(p.text)]
        if len(names) < 4:
            return {}
        harness.compile_java(self.jdk, [os.path.join(harness.ROOT, "tests", "java", "batch", "RunEach.java")], self.runner)
        rest, outputs = java(self.jdk, self.runner, ["RunEach", self.classes] + names).stdout, {}
        while rest:
            head, _, rest = rest.partition(b"\n")
            name, _, length = head.partition(b" ")
            outputs[name.decode()], rest = rest[:int(length)], rest[int(length):]
        return outputs


def saved_output(program, jdk, cache):
    return os.path.join(cache, program.name + ".json"), harness.source_key(program.sources) + " " + jdk.key


def save(program, jdk, cache, output, uncaught=""):
    saved, key = saved_output(program, jdk, cache)
    with open(saved + ".new", "w", encoding="utf-8") as f:
        json.dump({"key": key, "output": output.decode("latin-1"), "uncaught": uncaught}, f)
    os.replace(saved + ".new", saved)


def known(program, jdk, cache):
    saved, key = saved_output(program, jdk, cache)
    try:
        with open(saved, encoding="utf-8") as f:
            entry = json.load(f)
        return (entry["output"].encode("latin-1"), entry["uncaught"]) if entry["key"] == key else None
    except (FileNotFoundError, ValueError, KeyError):
        return None


def hotspot(program, jdk, classes, cache):
    """What `java -ea` prints on standard output (bytes) and how it ends uncaught (text); checks the status it ends with."""
    before = known(program, jdk, cache)
    if before:
        harness.sums["programs whose output was kept from before"] += 1
        return before
    r = java(jdk, classes, [program.main])
    errors = r.stderr.decode("utf-8", "replace")
    if r.returncode != program.exit:
        raise Failure("java ended with %d, the program says %d\n%s" % (r.returncode, program.exit, errors[:600]))
    harness.sums["programs that ran in a JVM of their own"] += 1
    uncaught = errors.partition('Exception in thread "main" ')[2]
    save(program, jdk, cache, r.stdout, uncaught)
    return r.stdout, uncaught


def difference(expected, got):
    lines = [b.decode("utf-8", "backslashreplace").splitlines() for b in (expected, got)]
    diff = list(difflib.unified_diff(lines[0], lines[1], "java", "jmc", lineterm="", n=1))
    shown = [d[:240] for d in diff[:16]]
    if len(diff) > 16:
        shown.append("... %d more lines" % (len(diff) - 16))
    return "\n".join(shown) or "only the end of the last line differs"


def run_both(program, jdk, classes, cache, timeout):
    """The outputs of both; raises Failure if they end differently, or jmc in more than one way."""
    expected, uncaught = hotspot(program, jdk, classes, cache)
    return expected, run_jmc(program, jdk, classes, timeout, expected, uncaught)


def run_jmc(program, jdk, classes, timeout, expected, uncaught):
    report = harness.run_jmc(["--jdk=" + jdk.home, "--time-limit=%d" % (10 * timeout), "--classpath", classes, program.main], timeout + 15)
    if report.verdict in ("error", "inconclusive"):
        raise Failure("%s\n%s" % (report.verdict, report.last_lines()))
    outcomes = report.outcomes()  # a violated execution is not complete: its output is in the violation
    wanted = "violated" if program.exit else "verified"
    if report.verdict != wanted:
        found = "; ".join("%s: %s" % (v.get("kind"), v.get("message")) for v in report.violations())
        shown = "\n" + difference(expected, outcomes[0]) if len(outcomes) == 1 and outcomes[0] != expected else ""
        raise Failure("%s, expected %s (java ends with %d) %s%s" % (report.verdict, wanted, program.exit, found, shown))
    if program.exit and not outcomes:
        outcomes = [report.violations()[0]["output"].encode("utf-8", "surrogateescape")]
    if len(outcomes) != 1:
        raise Failure("%d outcomes, expected one\n%s" % (len(outcomes), "\n".join(repr(o[-80:]) for o in outcomes[:4])))
    if uncaught:  # jmc's report indents by four blanks and names no modules
        wanted = re.sub(r"( at )[\w.]+(@[\w.]+)?/", r"\1", uncaught.replace("\t", "    "))
        stack = report.violations()[0]["stack"]
        if stack != wanted:
            raise Failure("stack trace differs\n" + difference(wanted.encode(), stack.encode()))
    return outcomes[0]


def check(program, jdk, classes, cache, timeout, together=None):
    if together and not known(program, jdk, cache):
        expected = together.output(program)
        try:
            if expected is not None and run_jmc(program, jdk, classes, timeout, expected, "") == expected:
                save(program, jdk, cache, expected)
                harness.sums["programs that ran in one JVM with others"] += 1
                return
        except Failure:
            pass
    expected, output = run_both(program, jdk, classes, cache, timeout)
    if output != expected:
        raise Failure("output differs\n" + difference(expected, output))
