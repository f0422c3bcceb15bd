#!/usr/bin/env python3
"""jmc linearizability, jmc progress: ordinary shapes of classes, which nothing has to be said about. Needs a JDK with javac."""
import glob
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("shapes", os.path.join(HERE, "shapes"))


def run(command, cls, *options):
    return harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *options, cls], command=[command])


def search(cls, *options):
    return run("linearizability", cls, "--second-opinion=0", *options)


class Shapes(unittest.TestCase):
    def violated(self, program, outcome, cls, *options):
        r = search(cls, "--first", *options)
        self.assertEqual(r.verdict, "violated", r.text)
        found = r.data["linearizability"]["violations"][0]
        self.assertEqual((found["program"], found["outcome"]), (program, outcome), r.text)
        return r

    def test_a_class_that_only_its_package_knows(self):
        # Of two reads of the same value one update is lost: both return 1.
        self.violated("{ inc() } || { inc() }", "1, 1", "shapes.HiddenCell")
        self.assertEqual(search("shapes.HiddenCell$Part", "--invocations=2").verdict, "verified")
        r = run("progress", "shapes.HiddenCell", "--methods=get")
        self.assertIn("wait-free", r.text)
        r = search("java.util.concurrent.ConcurrentHashMap$Node")
        self.assertIn("ConcurrentHashMap$Node is not public", r.data["error"])
        r = run("linearizability", "shapes.HiddenCell", "--calls=any", "--methods=inc", "--specification=shapes.HiddenCell$Part")
        self.assertEqual(r.verdict, "violated", r.text)

    def test_its_client_in_java_is_in_the_package(self):
        folder = os.path.join(WORK, "hidden")
        self.violated("{ inc() } || { inc() }", "1, 1", "shapes.HiddenCell", "--emit=" + folder)
        harness.compile_java(JDK, glob.glob(os.path.join(folder, "*.java")), folder + "-classes", classpath=CLASSES)
        r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + folder + "-classes:" + CLASSES, "shapes.HiddenCell_1"])
        self.assertEqual(r.verdict, "violated", r.text)

    def test_what_a_listener_is_told_later_is_no_result(self):
        # Each posting returns how many have listened, and adding is one step: all orders are sequential ones.
        r = search("shapes.Bus", "--invocations=3", "--values=1")
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertIn("listen(Bus$Listener)", r.text)
        self.assertNotIn("left out", r.text)

    def test_arguments_of_many_kinds(self):
        r = search("shapes.Door", "--invocations=2")
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertNotIn("left out", r.text)
        self.assertIn('shapes.Door("a",(a,b)->b-a,(a,b)->a==b,new java.util.ArrayDeque())', r.text)
        # Both see the door shut. The Runnable is run by the thread that came in, which is part of the result.
        found = r.data["linearizability"]["violations"][0]
        self.assertEqual((found["program"], found["outcome"]), ("{ enter(()->{}) } || { enter(()->{}) }", "true [run], true [run]"))
        program = "{ within(java.time.Duration.ofDays(1),java.util.Set.of(1)) } || { call(()->1) }"
        r = run("linearizability", "shapes.Door", "--program=" + program)
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertIn("admitted      false, a1", r.text)

    def test_such_arguments_in_java(self):
        folder = os.path.join(WORK, "door")
        r = search("shapes.Door", "--methods=enter", "--invocations=2", "--emit=" + folder)
        harness.compile_java(JDK, glob.glob(os.path.join(folder, "*.java")), folder + "-classes", classpath=CLASSES)
        r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + folder + "-classes:" + CLASSES, "Door_1"])
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertIn("true [run], true [run]", r.text)

    def test_a_factory_of_its_own(self):
        r = self.violated("{ inc() } || { inc() }", "3, 3", "shapes.ByFactory")
        self.assertIn("shapes.ByFactory.of(2)", r.text)

    def test_a_call_that_has_no_end(self):
        # The others are checked all the same.
        r = search("shapes.Filler", "--values=1")
        self.assertEqual(r.verdict, "inconclusive", r.text)
        self.assertIn("could not be run: { fill(1) }", r.text)
        self.assertIn("step limit: a thread ran more than 5000000 backward jumps and calls", r.text)
        self.assertGreater(r.data["linearizability"]["explained"], 0)

    def test_a_call_that_has_no_end_with_one_argument(self):
        # It is tried once, and is in no program. All others are explored: each call is one step.
        r = search("shapes.Loop", "--step-limit=100000")
        self.assertEqual(r.verdict, "inconclusive", r.text)
        self.assertEqual(r.text.count("could not be run: { more(()->true) }: step limit"), 1, r.text)
        of = r.data["linearizability"]
        # Of three kinds of calls 159 programs can be made of four (shapes of 2 threads), of two kinds those without it.
        self.assertEqual((of["undecided"], of["violating"]), (1, 0), r.text)
        two = search("shapes.Fluent", "--methods=add", "--values=2", "--invocations=4").data["linearizability"]["programs"]
        self.assertEqual(of["explained"], two, r.text)

    def test_who_calls_is_kept(self):
        # One thread may take it twice, two may not. Only where threads may see old values one thread makes all calls.
        r = search("shapes.Held", "--first")
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertTrue(r.data["linearizability"]["by_caller"])
        r = self.violated("{ take() } || { take() }", "true, false", "shapes.Held", "--memory=jmm")
        self.assertIn("if only one thread may call take(): --group=take:1", r.text)
        self.assertIn("shapes.Held.owner keeps which thread has called", r.text)
        r = search("shapes.HiddenCell", "--first")
        self.assertNotIn("which thread has called", r.text)
        self.assertFalse(r.data["linearizability"]["by_caller"])

    def test_two_threads_hold_what_one_may_take_twice(self):
        # One thread that makes both calls gets it twice, too: that is no excuse.
        r = self.violated("{ take() } || { take() }", "true, true", "shapes.RacyHeld")
        self.assertEqual(r.data["linearizability"]["violations"][0]["admitted"], ["false, true", "true, false"])
        r = run("linearizability", "shapes.RacyHeld", "--program={ take() } || { take() }", "--emit=" + os.path.join(WORK, "held"))
        self.assertIn("--emit: no client was written", r.text)
        self.assertEqual((r.verdict, r.data["linearizability"]["unexplained"]), ("violated", ["true, true"]), r.text)
        self.assertEqual(r.data["linearizability"]["admitted"], ["false, true", "true, false"])

    def test_a_lock_that_spins_and_knows_its_owner(self):
        for notion in ("outcomes", "history"):
            r = search("shapes.SpinHeld", "--invocations=3", "--notion=" + notion)
            self.assertEqual(r.verdict, "verified", r.text)
        r = run("linearizability", "shapes.SpinHeld", "--program={ lock() } || { lock(); unlock(); unlock() }")
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertTrue(r.data["linearizability"]["by_caller"])

    def test_a_call_that_returns_the_object_itself(self):
        # With its text instead, two calls could both return what they left together, which no order of them does.
        r = search("shapes.Fluent", "--invocations=3", "--values=1")
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertNotIn("left out", r.text)
        folder = os.path.join(WORK, "fluent")
        r = run("linearizability", "shapes.Fluent", "--program={ add(1); toString() } || { addAndGet(2) }", "--emit=" + folder)
        self.assertEqual(sorted(r.data["linearizability"]["admitted"]), ["this, Fluent 1, 3", "this, Fluent 3, 2", "this, Fluent 3, 3"])
        harness.compile_java(JDK, glob.glob(os.path.join(folder, "*.java")), folder + "-classes", classpath=CLASSES)
        r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + folder + "-classes:" + CLASSES, "Fluent_1"])
        self.assertEqual(r.verdict, "verified", r.text)

    def test_what_was_looked_at_when_time_is_over(self):
        # Pairs of calls are few; programs of six calls of all methods are more than a second allows.
        r = search("java.util.concurrent.LinkedBlockingDeque", "--time-limit=1", "--derived")
        self.assertRegex(r.data["reason"], "^time limit(; all programs of up to [0-9] calls were looked at, none is violating)?$")
        calls = r.data["linearizability"]["looked_at_calls"]
        self.assertEqual("up to %d calls" % calls in r.data["reason"], calls >= 2)


if __name__ == "__main__":
    unittest.main()
