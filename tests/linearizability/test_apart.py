#!/usr/bin/env python3
"""jmc linearizability --notion=set, --notion=interval: calls that take effect as a set, or in two moments. Needs a JDK with javac."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("apart", os.path.join(HERE, "specified"))
JUC = "java.util.concurrent."


def threads(*calls):
    return "--program=" + " || ".join("{ " + c + " }" for c in calls)


class Case(unittest.TestCase):
    def run_jmc(self, cls, notion, specification, *options):
        return harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, "--notion=" + notion, "--specification=" + specification, *options, cls], command=["linearizability"])

    def verified(self, *what):
        r = self.run_jmc(*what)
        self.assertEqual(r.verdict, "verified", r.text)
        return r.data["linearizability"]

    def violated(self, *what, kind="outcome"):
        r = self.run_jmc(*what)
        self.assertEqual((r.verdict, {v["kind"] for v in r.violations()}), ("violated", {kind}), r.text)
        self.assertTrue(r.violations()[0]["trace"])
        return r.data["linearizability"]

    def error(self, said, *what, verdict="error"):
        r = self.run_jmc(*what)
        self.assertEqual(r.verdict, verdict, r.text)
        self.assertIn(said, r.data["error"] if verdict == "error" else r.text.split("\n")[0])


class Sets(Case):
    def test_exchangers(self):
        three = threads("exchange(1)", "exchange(2)", "exchange(3)")
        lin = self.verified("Swapper", "set", "SwapSpec", threads("exchange(1)", "exchange(2)"))
        self.assertEqual((lin["admitted"], lin["notion"]), (["2, 1"], "set"))
        self.verified("Swapper", "set-linearizability", "SwapSpec", three)
        self.verified("Swapper", "set", "SwapSpec", threads("exchange(1); exchange(2)", "exchange(3); exchange(4)"))
        lin = self.violated("GreedySwapper", "set", "SwapSpec", three)
        self.assertNotIn("waits", lin["unexplained"][0])
        # All programs, and one by one what two threads do.
        self.verified("Swapper", "set", "SwapSpec", "--threads=2", "--calls=2", "--values=1")
        self.verified(JUC + "Exchanger", "set", "SwapSpec", "--spin-limit=3000", threads("exchange(1)", "exchange(2)"))

    def test_queues_that_hand_over(self):
        self.verified(JUC + "SynchronousQueue", "set", "HandOverSpec", "--invocations=3", "--values=1", "--methods=put,take,offer(Object),poll()")
        lin = self.violated("PlaceForOne", "set", "HandOverSpec", "--invocations=3", "--values=1", kind="deadlock")
        self.assertEqual(lin["violations"][0]["program"], "{ put(1) } || { put(1) }")

    def test_order_of_calls_that_do_not_overlap(self):
        # The one-place buffer keeps the order of each thread, but what it says needs a put that is over when take begins.
        program = threads("put(1)", "take()")
        lin = self.violated("PlaceForOne", "set", "HandOverSpec", program)
        self.assertIn("1.1 before 2.1", lin["unexplained"][0])

    def test_who_of_a_pair_is_who(self):
        pair, two = threads("meet()", "meet()"), threads("meet(); meet()", "meet(); meet()")
        for spec in ("Pairs", "EitherPair"):
            self.verified("Sessions", "set", "Sessions$" + spec, pair)
            self.verified("Sessions", "set", "Sessions$" + spec, two)
        lin = self.verified("Sessions", "set", "Sessions$EitherPair", pair)
        self.assertEqual(lin["admitted"], ["0, 1", "1, 0", "1, 1"])
        self.violated("Sessions", "set", "Sessions$EqualPairs", pair)
        lin = self.violated("Sessions", "set", "Sessions$Throwing", pair)
        self.assertEqual(lin["admitted"], ["0, java.lang.UnsupportedOperationException", "java.lang.UnsupportedOperationException, 0"])
        # One of three waits; that it should have met somebody is no explanation of two that wait.
        self.verified("Sessions", "set", "Sessions$Pairs", threads("meet()", "meet()", "meet()"))

    def test_snapshots(self):
        # Borowsky and Gafni's are immediate. Atomic ones are in intervals, and those who write in one moment need not see the same; what is read one after the other is neither (Castaneda, Rajsbaum, Raynal 2018).
        program = threads("write(0)", "write(1)", "write(2)")
        self.verified("Snapshots$Immediate", "set", "Snapshots$Sets", program)
        self.verified("Snapshots$Immediate", "interval", "Snapshots$Intervals", program)
        self.violated("Snapshots$Immediate", "history", "Snapshots$Sets", program)
        self.violated("Snapshots$Atomic", "set", "Snapshots$Sets", program)
        self.verified("Snapshots$Atomic", "interval", "Snapshots$Intervals", program)
        self.violated("Snapshots$Collected", "interval", "Snapshots$Intervals", program)


class Intervals(Case):
    def test_sums_that_are_read_in_parts(self):
        few = ["--methods=add,sum", "--threads=2", "--calls=2", "--values=2"]
        adder = JUC + "atomic.LongAdder"
        self.verified(adder, "interval", "SumsSpec", *few)
        # A sum that has 8 and not 2, which was added before, is no sum of any moment.
        program = threads("add(1); add(2)", "sum()", "add(4); add(8)")
        self.verified(adder, "interval-linearizability", "SumsSpec", program)
        r = harness.run_jmc(["--jdk=" + JDK.home, "--notion=history", program, adder], command=["linearizability"])
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertEqual(r.data["linearizability"]["unexplained"], ["_, _, 13, _, _ (calls 1.2 before 3.2)"])
        lin = self.violated("CachedSums", "interval", "SumsSpec", *few)
        self.assertIn("sum()", lin["violations"][0]["program"])

    def test_who_came_first(self):
        for program in (threads("meet()", "meet()"), threads("meet(); meet()", "meet(); meet()"), threads("meet()", "meet()", "meet()")):
            self.verified("Sessions", "interval", "Sessions$Moments", program)
        self.violated("Sessions", "interval", "Sessions$OneByOne", threads("meet()", "meet()"))

    def test_final_calls(self):
        self.verified(JUC + "atomic.LongAdder", "interval", "SumsSpec", "--final=sum()", threads("add(1)", "add(2); sum()"))
        self.violated("CachedSums", "interval", "SumsSpec", "--final=sum()", threads("add(1)", "add(2)"))


class Mistakes(Case):
    def test_of_specifications(self):
        pair = threads("meet()", "meet()")
        for name, said in (("WrongName", "has meet_met, expected names of methods, of the class under test or its own"), ("WrongParameters", "has meet_meet, expected the arguments of all these calls"),
                           ("NoArray", "returns I from meet_meet, expected an array"), ("TooFew", "meet_meet did not return a result for each of 2 calls")):
            self.error(said, "Sessions", "set", "Sessions$" + name, pair)
        self.error("has meetBegins for meet(), but no meet or meetResults that takes its arguments and what meetBegins returns", "Sessions", "interval", "Sessions$NoReturn", pair)
        self.error("wait or do not end in meetBegins", "Sessions", "interval", "Sessions$WaitingBeginning", pair)
        for notion in ("history", "set"):
            self.error("expected --notion=interval", "Sessions", notion, "Sessions$Moments", pair)
        self.error("has meetBegins for meet(), expected calls with one result in one moment", "Sessions", "interval", "Sessions$OneByOne", pair, "--initial=meet()")

    def test_of_the_command_line(self):
        for notion in ("set", "interval"):
            r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, "--notion=" + notion, "Sessions"], command=["linearizability"])
            self.assertEqual(r.verdict, "error", r.text)
            self.assertIn("expected --specification", r.data["error"])
            self.error("--emit: a Java client cannot tell", "Sessions", notion, "Sessions$Alone", "--emit=" + WORK)
            self.error("expected another --notion, or --engine=each", "Sessions", notion, "Sessions$Alone", "--engine=together")


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
