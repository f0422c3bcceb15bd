#!/usr/bin/env python3
"""Any number of calls: classes of the JDK and structures, right and wrong, and random objects against every state of everything. Needs a JDK with javac."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
import harness  # noqa: E402
from test_mutants import SOURCES, kind_of  # noqa: E402
from toy_objects import Toy, TryingToy  # noqa: E402

JDK = harness.find_jdk()
WORK, CLASSES, _, tearDownModule = harness.classes_for("any-calls", os.path.join(HERE, "structures"))
MANY = os.path.join(HERE, "many_calls")
# How many states the searches of this module may have for a toy that is explored here too.
FEW = 20000
TOYS = [Toy(seed) for seed in range(24)]
# With counts that are only compared with copies of themselves.
TRYING = [TryingToy(seed) for seed in (0, 2, 8, 12, 13, 14)]
# What grows without end: nodes that a thread still holds lead to all that came later; a version is counted.
GROW = ["ContentionTree", "LinkLockTree", "LogicalOrderTree", "MichaelScottQueue", "StampedStack"]
# What two threads and two values do not show.
MORE = {"OneWakeSlot": ["--threads=3", "--values=1"], "KeptLockTree": ["--values=3"]}
# Calls wait for each other: no class run by one thread says what they return.
MEET = ["HandOff", "IfHandOff"]


def setUpModule():
    sources = SOURCES + [os.path.join(HERE, "specified", s + ".java") for s in ("CachedSums", "GiveMoments", "GiveSpec", "Snapshots", "SumsSpec")] + [os.path.join(MANY, f) for f in sorted(os.listdir(MANY))]
    for toy in TOYS:
        sources.append(os.path.join(WORK, toy.name + ".java"))
        harness.write_source(sources[-1], toy.java())
    for toy in TRYING:
        for name, text in ((toy.name, toy.java()), (toy.name + "Spec", toy.specification())):
            sources.append(os.path.join(WORK, name + ".java"))
            harness.write_source(sources[-1], text)
    harness.compile_java(JDK, sources, CLASSES)


def ask(name, *options, calls=True):
    r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *(["--calls=any"] if calls else []), *options, name], command=["linearizability"], timeout=120)
    return r, r.data.get("linearizability", {})


def calls_of(program):
    return sum(len(block.split("}")[0].split(";")) for block in program.split("{")[1:])


class AnyCalls(unittest.TestCase):
    def verified(self, name, *options, **kw):
        r, lin = ask(name, *options, **kw)
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertIn("verified for any number of calls: 2 threads", r.text)
        self.assertGreater(lin["states"], 0)
        self.assertGreater(lin["monitor_sets"], 2)
        return lin

    def test_classes_of_the_jdk(self):
        for name, content, objects, *options in (
                # Sets of two keys; lists of at most two elements of two values; multisets of these; what calls can tell apart.
                # (Of a list: remove(Object) of a number is remove(int), and there are 1 and 2, so that the first element is never seen.)
                ("CopyOnWriteArraySet", "unbounded", 4, "--methods=add,remove,contains"),
                ("ConcurrentLinkedQueue", "elements", 3, "--methods=offer,poll", "--size=1", "--invocations=3"),
                ("ArrayBlockingQueue(2)", "unbounded", 7, "--methods=put,take"),
                ("LinkedBlockingQueue(2)", "unbounded", 7, "--methods=put,take"),
                ("PriorityBlockingQueue", "elements", 6, "--methods=offer,poll,peek"),
                ("CopyOnWriteArrayList", "elements", 4, "--methods=add,remove")):
            with self.subTest(name):
                lin = self.verified("java.util.concurrent." + name, *options)
                self.assertEqual(lin["content"], content)
                self.assertEqual(lin["object_states_told_apart"], objects)

    def test_structures(self):
        verified = violated = 0
        for source in SOURCES:
            name = os.path.splitext(os.path.basename(source))[0]
            if name in GROW:
                continue
            with self.subTest(name):
                r, lin = ask(name, "--invocations=4", *MORE.get(name, []))  # fewer do not show the bug of LinkSetQueue, which grows
                if name in MEET:
                    self.assertEqual(r.verdict, "inconclusive", r.text)
                elif kind_of(source) == "Seeded bug":
                    violated += 1
                    self.assertEqual(r.verdict, "violated", r.text)
                    self.assertTrue(lin["violations"][0]["fewest_calls"])
                    self.assertTrue(r.violations()[0]["trace"])
                else:
                    verified += 1
                    self.assertEqual(r.verdict, "verified", r.text)
        self.assertGreaterEqual(violated, 30)
        self.assertGreaterEqual(verified, 14)

    # The endless search itself, which programs of few calls come before otherwise.
    def test_the_endless_search_finds_what_programs_do(self):
        for name in ("AbaStack", "BlindTree", "DeafGate", "IfSlot", "LateReadList", "LostRetryStack", "NoMarkLazyList", "SpinPair", "UnlockedSizeSet", "WrongLockQueue"):
            with self.subTest(name):
                r, lin = ask(name, "--invocations=0")
                self.assertEqual(r.verdict, "violated", r.text)
                self.assertTrue(lin["endless"])
                self.assertEqual(lin["first_calls"], 0)
                self.assertTrue(lin["violations"][0]["fewest_calls"])
                b, bounded = ask(name, "--notion=history", "--threads=2", "--calls=3", "--first", calls=False)
                self.assertEqual(calls_of(lin["violations"][0]["program"]), calls_of(bounded["violations"][0]["program"]), b.text)

    def test_bugs_that_need_many_calls(self):
        for name in ("LateAbaStack", "FourthRoundRing", "RehashedSet"):
            with self.subTest(name):
                r, lin = ask(name)
                self.assertEqual(r.verdict, "violated", r.text)
                self.assertTrue(lin["endless"])
                self.assertGreaterEqual(calls_of(lin["violations"][0]["program"]), 7)
        self.verified("LockedRing")

    def test_what_grows_is_named(self):
        r, lin = ask("MichaelScottQueue", "--time-limit=2", "--invocations=2")
        self.assertEqual((r.verdict, r.data["cause"]), ("inconclusive", "time-limit"), r.text)
        self.assertIn("Node.next: a chain of ", lin["grows"])
        r, lin = ask("StampedStack")
        self.assertEqual(r.verdict, "error")
        self.assertIn("something in it grows though its content does not (Pair.stamp: ", r.text)

    def test_random_objects(self):
        told = {True: 0, False: 0}
        for toy in TOYS:
            right = toy.linearizable(FEW)
            if right is None:
                continue
            told[right] += 1
            with self.subTest(toy.name):
                for options in (["--invocations=0"], ["--por=none", "--invocations=2"], ["--exact-states", "--por=s-por"]):
                    r, _ = ask(toy.name, *options)
                    self.assertEqual(r.verdict, "verified" if right else "violated", toy.java() + r.text)
        self.assertGreater(told[True], 5)
        self.assertGreater(told[False], 5)

    # A count that grows for ever is no state as long as it is only compared with copies of itself.
    def test_counts_that_are_compared(self):
        told = {True: 0, False: 0}
        for toy in TRYING:
            right = toy.linearizable(FEW)
            told[right] += 1
            with self.subTest(toy.name):
                r, _ = ask(toy.name, "--invocations=0", "--specification=%sSpec" % toy.name)
                self.assertEqual(r.verdict, "verified" if right else "violated", toy.java() + r.text)
        self.assertEqual(told, {True: 3, False: 3})
        # One goes up and the other down.
        drifting = ["--specification=DriftingSetSpec", "--program={ add() }* || { remove() }*"]
        for options in ([], ["--exact-states"], ["--por=none"]):
            self.verified("DriftingSet", *drifting, *options, calls=False)
        r, _ = ask("DriftingSet", *drifting, "--assume=-comparisons", "--time-limit=2", calls=False)
        self.assertEqual(r.verdict, "inconclusive", r.text)
        # How far a copy lies from the count is a state.
        r, lin = ask("LostAttempt", "--invocations=0", "--specification=LostAttemptSpec")
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertEqual(calls_of(lin["violations"][0]["program"]), 2)
        # Whoever looks at it otherwise is noticed.
        r, _ = ask("LateLook", "--invocations=0", "--specification=LateLookSpec", "--time-limit=2")
        self.assertEqual(r.verdict, "inconclusive", r.text)
        r, lin = ask("LateLook", "--invocations=4", "--specification=LateLookSpec")
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertEqual(calls_of(lin["violations"][0]["program"]), 4)

    # What is left out as long as nobody reads it is there for those who do.
    def test_adders_that_are_read(self):
        self.verified("java.util.concurrent.atomic.LongAdder", "--methods=increment,sum", "--size=1", "--invocations=2")

    # Each node of the list has an index or none: that is chosen, and no generator steps on.
    def test_levels_are_chosen(self):
        skip_list = ["--methods=add,remove", "--values=1", "--specification=java.util.concurrent.CopyOnWriteArraySet", "java.util.concurrent.ConcurrentSkipListSet"]
        lin = self.verified(skip_list[-1], "--invocations=2", *skip_list[:-1])
        self.assertEqual((lin["draws"], lin["object_states_told_apart"]), (1, 2))
        r, _ = ask(skip_list[-1], "--draws=0", *skip_list[:-1], calls=False)
        self.assertIn("--draws: numbers that the JDK draws are chosen where threads call for ever", r.text)
        r, lin = ask("java.util.concurrent.CopyOnWriteArraySet", "--methods=add")
        self.assertNotIn("draws", lin)

    def test_programs_with_stars(self):
        r, lin = ask("java.util.concurrent.CopyOnWriteArraySet", "--program={ add(1) | remove(1) | contains(1) }* || { add(1) | remove(1) }*", calls=False)
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertEqual((lin["threads"], lin["object_states_told_apart"]), (2, 2))
        r, _ = ask("UnlockedCounter", "--program={ increment() }* || { increment() }*", calls=False)
        self.assertEqual(r.verdict, "violated", r.text)

    # One thread puts, the other takes: two ways to divide them, and what only one thread may call is called by none besides.
    def test_groups(self):
        queue = ["--methods=offer,poll", "--group=offer:1", "--group=poll:1", "java.util.concurrent.ArrayBlockingQueue(1)"]
        r, lin = ask(queue[-1], *queue[:-1])
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertGreater(lin["searches"], 4)

    def test_sizes(self):
        for size, objects in ((0, 1), (1, 3), (3, 15)):
            lin = self.verified("TreiberStack", "--size=%d" % size)
            self.assertEqual((lin["content"], lin["size"], lin["object_states_told_apart"]), ("calls", size, objects))

    def test_calls_that_take_effect_together(self):
        sets = ("--notion=set", "--specification=GiveSpec", "--values=1")
        self.assertEqual(self.verified("HandOff", *sets)["notion"], "set")
        r, lin = ask("IfHandOff", *sets)
        self.assertEqual(r.verdict, "violated", r.text)
        # Another engine finds it in a program that is no larger.
        bounded, found = ask("IfHandOff", *sets, "--threads=2", "--calls=2", "--first", calls=False)
        self.assertEqual(bounded.verdict, "violated", bounded.text)
        self.assertEqual(calls_of(lin["violations"][0]["program"]), calls_of(found["violations"][0]["program"]))

    def test_calls_that_take_effect_in_two_moments(self):
        sums = ("--notion=interval", "--specification=SumsSpec", "--methods=add,sum", "--invocations=0")
        # Between 0 and 4: what two calls add.
        self.assertEqual(self.verified("java.util.concurrent.atomic.LongAdder", *sums)["content"], "calls")
        # A 2 that was set before the sum began, and not seen: with one call fewer everything overlaps.
        r, lin = ask("CachedSums", *sums)
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertTrue(lin["endless"])
        self.assertEqual(calls_of(lin["violations"][0]["program"]), 3)
        snapshots = ("--notion=interval", "--specification=Snapshots$Intervals", "--invocations=2")
        self.verified("Snapshots$Atomic", *snapshots)
        r, _ = ask("Snapshots$Atomic", "--specification=Snapshots$Sets", "--notion=set")
        self.assertEqual(r.verdict, "violated", r.text)
        moments = ("--notion=interval", "--specification=GiveMoments", "--values=1")
        self.assertEqual(self.verified("HandOff", *moments, "--invocations=2")["notion"], "interval")
        for first in ([], ["--invocations=0"]):
            r, lin = ask("IfHandOff", *moments, *first, "--threads=2")
            self.assertEqual(r.verdict, "violated", r.text)

    # When calls begin and end is told, not what threads do to count their calls.
    def test_stories_tell_calls(self):
        r, _ = ask("LostCasCounter", "--threads=3")
        self.assertEqual(r.verdict, "violated", r.text)
        told = [(s["thread"], s["operation"]) for s in r.violations()[0]["trace"] if s["operation"].startswith(("begins", "ends"))]
        for t in {t for t, _ in told}:
            self.assertEqual([o.split(",")[0].split(":")[0] for u, o in told if u == t][-1], "ends increment()")
        self.assertIn("ends increment(): 1", {o for _, o in told})
        self.assertNotIn("AtomicInteger[]", r.text)
        self.assertNotIn("LinearizabilityThread", r.text)

    def test_what_has_no_meaning_is_refused(self):
        for options, expected in (
                (["--calls=any", "--notion=outcomes"], "expected --notion=history"), (["--calls=any", "--random=5"], "expected no --random"),
                (["--calls=any", "--notion=quiescent", "--specification=Counter"], "expected --notion=history, --notion=set, --notion=interval"),
                (["--calls=any", "--second-opinion=3"], "expected no --second-opinion"),
                (["--calls=any", "--stateless"], "expected a --por that compares states"), (["--size=2"], "expected --calls=any"),
                (["--program={ increment() }* || { increment() }"], "a thread without a star"), (["--program={ increment(); increment() }* || { increment() }*"], "is not one call")):
            with self.subTest(options):
                r, _ = ask("Counter", *options, calls=False)
                self.assertEqual(r.verdict, "error", r.text)
                self.assertIn(expected, r.text)


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=30))
