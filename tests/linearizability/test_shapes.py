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
        self.assertIn("step limit: a thread ran more than 20000000 backward jumps and calls", r.text)
        self.assertGreater(r.data["linearizability"]["explained"], 0)

    def test_who_calls_is_kept(self):
        # One thread may take it twice, two may not.
        r = self.violated("{ take() } || { take() }", "true, false", "shapes.Held")
        self.assertIn("if only one thread may call take(): --group=take:1", r.text)
        self.assertIn("shapes.Held.owner keeps which thread has called", r.text)
        r = search("shapes.HiddenCell", "--first")
        self.assertNotIn("which thread has called", r.text)


if __name__ == "__main__":
    unittest.main()
