#!/usr/bin/env python3
"""jmc linearizability --program: verdicts, admitted and unexplained outcomes, errors. Needs a JDK with javac."""
import glob
import os
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK = tempfile.mkdtemp(prefix="jmc-linearizability-test-")
CLASSES = os.path.join(WORK, "classes")
JUC = "java.util.concurrent."


def setUpModule():
    harness.compile_java(JDK, sorted(glob.glob(os.path.join(HERE, "structures", "*.java"))), CLASSES)


def tearDownModule():
    shutil.rmtree(WORK, ignore_errors=True)


def ask(cls, program, *options):
    return harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *options, "--program", program, cls], command=["linearizability"])


class Command(unittest.TestCase):
    def good(self, cls, program, admitted):
        r = ask(cls, program)
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertEqual(sorted(r.data["linearizability"]["admitted"]), sorted(admitted))
        self.assertEqual(r.data["linearizability"]["unexplained"], [])

    def bad(self, cls, program, unexplained, *options):
        r = ask(cls, program, *options)
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertEqual(sorted(r.data["linearizability"]["unexplained"]), sorted(unexplained))
        self.assertEqual({v["kind"] for v in r.violations()}, {"outcome"})
        self.assertTrue(all(v["trace"] for v in r.violations()))

    def test_jdk(self):
        self.good(JUC + "ConcurrentHashMap", "{ put(1,1); size() } || { clear() }", ["null, 1, _", "null, 0, _"])
        self.good(JUC + "ArrayBlockingQueue(1)", "{ offer(1) } || { offer(2); toArray() }", ["true, false, [1]", "false, true, [2]"])

    def test_deque(self):
        # Known: pollFirst may take an element that is no longer the first.
        program = "{ addFirst(1); peekLast() } || { addFirst(0); pollFirst() }"
        self.bad(JUC + "ConcurrentLinkedDeque", program, ["_, 0, _, 0"])
        self.bad(JUC + "ConcurrentLinkedDeque", program, ["_, 0, _, 0"], "--por=none", "--visible=ConcurrentLinkedDeque", "--keep-going")

    def test_results(self):
        self.good(JUC + "ConcurrentHashMap", "{ putAll({1:2,2:1}); elements(); values() }", ["_, [2, 1], [2, 1]"])
        self.good(JUC + "ConcurrentLinkedQueue", "{ addAll([1,2]); iterator(); spliterator(); toArray([]); poll() }", ["true, [1, 2], [1, 2], [1, 2], 1"])
        self.good(JUC + "LinkedBlockingQueue", "{ poll(1,\"SECONDS\"); offer(null) }", ["null, java.lang.NullPointerException"])

    def test_seeded(self):
        self.good("Counter", "{ increment() } || { increment() }", ["1, 2", "2, 1"])
        self.bad("UnlockedCounter", "{ increment() } || { increment() }", ["1, 1"])
        self.bad("CheckThenAct", "{ take() } || { take() }", ["true, true"])
        self.good("TreiberStack", "{ push(1); pop() } || { push(2) }", ["_, 1, _", "_, 2, _"])
        self.bad("LostRetryStack", "{ push(1); pop() } || { push(2); pop() }",
                 ["_, -1, _, 1", "_, -1, _, 2", "_, 1, _, -1", "_, 2, _, -1"], "--keep-going")

    def test_seeded_lists(self):
        for cls in ("LockList", "OptimisticList"):
            self.good(cls, "{ add(1) } || { remove(1) }", ["true, true", "true, false"])
            self.good(cls, "{ add(1) } || { add(1) }", ["true, false", "false, true"])
        # Two neighbours are linked at once, so that one of them is lost.
        for cls in ("EarlyReleaseList", "UnvalidatedList", "LateReadList", "TwoReadsList"):
            self.assertEqual(ask(cls, "{ add(1); remove(1) } || { add(2); remove(2) }").verdict, "violated", cls)
        self.bad("EarlyReleaseList", "{ add(1) } || { add(1) }", ["true, true"])
        self.assertEqual(ask("WrongLockList", "{ add(1); remove(1) } || { add(2); remove(2) }").verdict, "violated")
        self.good("OptimisticList", "{ add(1); remove(1) } || { add(2); remove(2) }", ["true, true, true, true"])
        self.good("LockList", "{ add(1); remove(1) } || { add(2); remove(2) }", ["true, true, true, true"])

    def test_seeded_counter(self):
        self.good("AtomicCounter", "{ increment() } || { increment() }", ["1, 2", "2, 1"])
        self.bad("LostCasCounter", "{ increment() } || { increment() }", ["1, 1"])

    def test_static_state(self):
        self.good("StaticCount", "{ increment() } || { increment() }", ["1, 2", "2, 1"])

    def test_exceptions_are_results(self):
        self.good(JUC + "ConcurrentLinkedQueue", "{ remove() } || { add(1) }", ["1, true", "java.util.NoSuchElementException, true"])

    def test_blocking(self):
        # One order of the calls blocks. No execution with threads does, but for the gate that wakes nobody.
        self.good("Gate", "{ open() } || { await() }", ["_, _"])
        r = ask("DeafGate", "{ open() } || { await() }")
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertEqual([v["kind"] for v in r.violations()], ["deadlock"])
        self.assertEqual(r.data["linearizability"]["unexplained"], ["_, (waits)"])
        # After one take nothing is left for the other: that it waits is what a sequential execution does too.
        r = ask(JUC + "LinkedBlockingQueue", "{ offer(1); take() } || { take() }")
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertEqual(r.data["linearizability"]["blocked"], 2)

    def test_history(self):
        # Every outcome is that of a sequential execution, but not of one in which the calls have the order that they had in time.
        program = "{ write(1) } || { read() } || { read() }"
        self.good("LazyRegister", program, ["_, 0, 0", "_, 0, 1", "_, 1, 0", "_, 1, 1"])
        r = ask("LazyRegister", program, "--notion=history")
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertEqual({v["kind"] for v in r.violations()}, {"outcome"})
        self.assertEqual(ask("Counter", "{ increment(); increment() } || { increment() }", "--notion=history").verdict, "verified")

    def test_errors(self):
        for cls, program, words in [("Nowhere", "{ a() }", "was not found"), ("Counter", "{ nothing() }", "no public method"),
                                    ("Counter", "{ get(1) }", "no public method"), ("Counter", "{ get( }", "expected"),
                                    (JUC + "ConcurrentLinkedQueue", "{ stream() }", "cannot be compared"),
                                    ("java.util.Queue", "{ poll() }", "abstract"), (JUC + "ArrayBlockingQueue", "{ poll() }", "no constructor")]:
            r = ask(cls, program)
            self.assertEqual(r.code, 2, r.text)
            self.assertIn(words, r.text)
        self.assertEqual(harness.run_jmc(["Counter"], command=["linearizability"]).code, 2)


if __name__ == "__main__":
    unittest.main()
