#!/usr/bin/env python3
"""Locks as operations: --locks=atomic must show the outcomes and kinds of violations that the JDK's bytecode (--locks=real) shows.

Each case of the clients in java/ (a main class and the name of a case) runs with both; the states of both are printed. Programs of
one thread (java/single) must print the bytes that java prints.
"""
import argparse
import glob
import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402
from harness import Failure  # noqa: E402

CLIENTS = ["Locking", "Conditions", "ReadWrite", "Semaphores", "Interrupted", "Queued"]
# Cases with a time-out, which run with --timeouts=never and always too.
TIMED = {"tryLockTimed", "tryLockZero", "tryLockTimedFair", "nanos", "time", "until", "past", "waiters", "timed", "timedMany", "awaitNanos"}
# The bytecode is too much for a search of all its steps in a test: what atomic locks must show is written here.
TOO_LARGE = {
    "Locking.notifyAny": ({"[0][1][]", "[1][0][]"}, set()),
    "Conditions.all": ({"[1][2][]", "[2][1][]"}, set()),
    "Conditions.one": ({"[woken][woken][]"}, {"deadlock"}),
    "Conditions.fifo": ({"[0->0][1->1][]", "[1->1][0->0][]"}, set()),
}
# Atomic locks alone, against what is written here, too: the text of a deadlock.
TEXTS = {
    "Locking.deadlock": ["waits to lock ReentrantLock#", "held by thread 1", "held by thread 2"],
    "Conditions.lostSignal": ["waits on a condition of ReentrantLock#"],
    "ReadWrite.upgrade": ["waits to write-lock ReentrantReadWriteLock#", "held for reading by thread 1"],
    "Semaphores.several": ["waits for 2 permits of Semaphore#", "which has 1"],
}


def answer(report):
    """Outcomes, and kinds of violations."""
    return {o.decode() for o in report.outcomes()}, {v.get("kind") for v in report.violations()}


def run(jdk, options, classes, client, case, how, more=()):
    report = harness.run_jmc(["--jdk=" + jdk.home, "--keep-going", "--locks=" + how, "--visible=Shared", "--trust-visible",
                              "--time-limit=%d" % options.timeout] + list(more) + [os.path.join(classes, client + ".class"), case], options.timeout + 30)
    if report.verdict in ("error", "inconclusive"):
        raise Failure("--locks=%s %s: %s\n%s" % (how, " ".join(more), report.verdict, report.last_lines()))
    if report.data["configuration"]["locks"] != how:
        raise Failure("the report says another kind of locks than " + how)
    return report


def compare(jdk, options, classes, client, case):
    name = client + "." + case
    for timeouts in (["both", "never", "always"] if case in TIMED else ["both"]):
        more = ["--timeouts=" + timeouts]
        atomic = run(jdk, options, classes, client, case, "atomic", more)
        got = answer(atomic)
        for strategy in options.por:
            other = answer(run(jdk, options, classes, client, case, "atomic", more + ["--por=" + strategy]))
            if other != got:
                raise Failure("--por=%s shows %s, s-por %s" % (strategy, other, got))
        if name in TOO_LARGE:
            expected, states = TOO_LARGE[name], 0
        else:
            real = run(jdk, options, classes, client, case, "real", more + options.real)
            expected, states = answer(real), real.data["statistics"]["states"]
        print("%-34s %-6s %8d atomic %8s real%s" % (name, timeouts, atomic.data["statistics"]["states"], states or "-",
              "  factor %.0f" % (states / atomic.data["statistics"]["states"]) if states else ""), flush=True)
        strip = lambda a: ({o.strip() for o in a[0]}, a[1])
        if strip(got) != strip(expected):
            raise Failure("--timeouts=%s\natomic %s\nreal   %s" % (timeouts, got, expected))
        for text in TEXTS.get(name, []):
            if text not in atomic.text:
                raise Failure("the report does not say \"%s\":\n%s" % (text, atomic.text))


def single(jdk, options, classes, client):
    java = subprocess.run([jdk.tool("java"), "-cp", classes, client], capture_output=True, env=harness.environment(), timeout=60)
    for how in ("atomic",):
        report = harness.run_jmc(["--jdk=" + jdk.home, "--keep-going", "--locks=" + how, os.path.join(classes, client + ".class")], options.timeout)
        if report.outcomes() != [java.stdout]:
            raise Failure("--locks=%s\n%s\njava\n%s" % (how, b"".join(report.outcomes()).decode(), java.stdout.decode()) + report.last_lines())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jdk")
    parser.add_argument("--only", action="append", default=[], metavar="CLIENT[.CASE]")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=150, help="seconds per run of jmc")
    parser.add_argument("--por", action="append", default=[], help="compare these reductions of the atomic runs with s-por, too")
    parser.add_argument("--real", action="append", default=[], metavar="OPTION", help="further options for the runs of the bytecode")
    options = parser.parse_args()
    jdk = harness.find_jdk(options.jdk)
    if not jdk:
        sys.exit("no JDK of release 17 or later found")
    classes = os.path.join(harness.BUILD, "tests", "locks", jdk.key, "classes")
    harness.compile_java(jdk, sorted(glob.glob(os.path.join(HERE, "java", "*.java"))), classes)
    tests = []
    for client in CLIENTS:
        names = subprocess.run([jdk.tool("java"), "-cp", classes, client], capture_output=True, text=True, env=harness.environment(), check=True).stdout.split()
        tests += [(client + "." + case, lambda c=client, n=case: compare(jdk, options, classes, c, n)) for case in names]
    tests += [(c, lambda c=c: single(jdk, options, classes, c)) for c in ("SingleThread",)]
    if options.only:
        tests = [t for t in tests if t[0] in options.only or t[0].split(".")[0] in options.only]
    return harness.run_all(tests, options.jobs)


if __name__ == "__main__":
    sys.exit(main())
