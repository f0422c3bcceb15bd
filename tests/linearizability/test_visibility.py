#!/usr/bin/env python3
"""jmc linearizability --notion=visibility: how much calls see. Needs a JDK with javac."""
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("visibility", os.path.join(HERE, "specified"))


def description(marks):
    def method(name):
        m = {"name": name, "parameters": [], "readonly": name in ("exact", "stale"), "trusted": name == "inc"}
        return dict(m, visibility=marks[name]) if name in marks else m
    file = os.path.join(WORK, "levels.json")
    with open(file, "w") as f:
        json.dump({"class": "Levels", "methods": [method(n) for n in ("inc", "exact", "shy", "stale", "late", "wrong")]}, f)
    return file


def run(*options):
    return harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, "--notion=visibility", *options], command=["linearizability"])


def levels(r):
    return {m["method"]: m["level"] for m in r.data["linearizability"]["methods"]}


class Levels(unittest.TestCase):
    # shy() sees the calls of its own thread, and those of others every other time. Increments of two threads may copy their numbers in the other order:
    # then stale() has 1 where its own thread has counted 2. late() returns what there was at the call before, so that it misses what its own thread has
    # counted since; wrong() has nothing to see.
    EXPECTED = {None: "complete", "exact()": "complete", "shy()": "basic", "stale()": "weak", "late()": "weak", "wrong()": "none"}
    BOUNDS = ["--specification=Count", "--threads=2", "--calls=3", "--invocations=4"]

    def test_of_a_counter(self):
        r = run(*self.BOUNDS, "--spec=" + description({"exact": "complete", "stale": "weak"}))
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertEqual(levels(r), self.EXPECTED)
        rows = {m["method"]: m for m in r.data["linearizability"]["methods"]}
        self.assertTrue(all(m["exhaustive"] and m["programs"] for m in rows.values()))
        self.assertEqual(rows["stale()"]["described"], "weak")
        # The smallest of each: one thread alone shows late() (it needs another one to be a program), one call wrong().
        self.assertEqual(rows["late()"]["program"].count("late"), 1)
        self.assertIn("{ inc(); late() }", rows["late()"]["program"])
        self.assertEqual(rows["wrong()"]["program"].count("()"), 2)
        self.assertEqual((rows["shy()"]["program"], rows["shy()"]["outcome"]), ("{ shy(); shy() } || { inc() }", "1, 0, _"))
        self.assertEqual((rows["stale()"]["program"], rows["stale()"]["outcome"]), ("{ inc(); inc(); stale() } || { inc() }", "_, _, 1, _"))

    def test_weaker_than_described(self):
        r = run(*self.BOUNDS, "--spec=" + description({"shy": "monotonic", "late": "weak", "exact": "complete"}))
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertEqual(len(r.violations()), 1)
        self.assertIn("shy() is basic, expected monotonic: { shy(); shy() } || { inc() }: 1, 0, _", r.violations()[0]["message"])
        self.assertTrue(r.violations()[0]["trace"])
        self.assertEqual(levels(r), self.EXPECTED)
        r = run(*self.BOUNDS, "--spec=" + description({"shy": "monotonic", "late": "basic"}))
        self.assertEqual(len(r.violations()), 2)
        self.assertTrue(r.text.splitlines()[0].endswith("; and 1 more method"), r.text)

    def test_of_a_queue(self):
        # size() counts node by node: it may see an offer behind the first node, and not the poll of that one, which came before. isEmpty() looks at one.
        r = run("--methods=offer,poll,isEmpty,size", "--threads=2", "--calls=2", "--values=1", "java.util.concurrent.ConcurrentLinkedQueue", "--jobs=1")
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertEqual(levels(r), {None: "complete", "isEmpty()": "complete", "size()": "monotonic"})
        again = run("--methods=offer,poll,isEmpty,size", "--threads=2", "--calls=2", "--values=1", "java.util.concurrent.ConcurrentLinkedQueue", "--jobs=2")
        self.assertEqual(again.data["linearizability"]["methods"], r.data["linearizability"]["methods"])

    def test_plain_reads_go_back(self):
        # Two plain reads of one variable are in no order (JLS 17.4.5): the second may miss what the first has seen, but not what its own thread has done.
        file = os.path.join(WORK, "get.json")
        with open(file, "w") as f:
            json.dump({"class": "UnlockedGet", "methods": [
                {"name": "inc", "parameters": [], "trusted": True}, {"name": "get", "parameters": [], "readonly": True}]}, f)
        for memory, level, outcome in (("sc", "complete", None), ("jmm", "basic", "1, 0, _")):
            r = run("--memory=" + memory, "--threads=2", "--calls=2", "--spec=" + file)
            self.assertEqual(r.verdict, "verified", r.text)
            self.assertEqual(levels(r), {None: "complete", "get()": level}, r.text)
            got = {m["method"]: m for m in r.data["linearizability"]["methods"]}["get()"]
            if outcome:
                self.assertEqual((got["program"], got["outcome"]), ("{ get(); get() } || { inc() }", outcome))

    def test_nothing_is_said_without_programs(self):
        # Two methods that only read make no program.
        file = os.path.join(WORK, "reads.json")
        with open(file, "w") as f:
            json.dump({"class": "Levels", "methods": [
                {"name": "inc", "parameters": []}, {"name": "exact", "parameters": [], "readonly": True, "trusted": True},
                {"name": "wrong", "parameters": [], "readonly": True, "visibility": "complete"}]}, f)
        r = run("--specification=Count", "--threads=2", "--calls=2", "--invocations=3", "--spec=" + file)
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertEqual(levels(r), {None: None, "inc()": "complete", "wrong()": None})
        self.assertEqual([w for w in r.data["warnings"] if "wrong()" in w],
                         ["there is no program of wrong() and the trusted methods within these bounds: nothing is said of whether it is complete"])

    def test_calls_that_wait_for_one_choice(self):
        # What is put is one of two things that look the same: of the two that wait, one has what it waits for.
        file = os.path.join(WORK, "duo.json")
        with open(file, "w") as f:
            json.dump({"class": "Duo", "methods": [{"name": n, "parameters": [], "trusted": True} for n in ("put", "takeA", "takeB")]}, f)
        bounds = ["--specification=DuoSpec", "--threads=2", "--calls=2", "--invocations=3", "--spec=" + file]
        r = run(*bounds)
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertIn("trusted methods are not linearizable", r.violations()[0]["message"])
        self.assertEqual(r.violations()[0]["kind"], "deadlock")

    def test_refused(self):
        for option in ("--random=5", "--first", "--keep-going", "--engine=each", "--program={ inc() }"):
            r = run(option, "Levels")
            self.assertEqual(r.code, 2)
            self.assertIn("expected no " + option.split("=")[0], r.text)
        r = run("Count")
        self.assertEqual(r.code, 2)
        self.assertIn("trusts no method", r.text)


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
