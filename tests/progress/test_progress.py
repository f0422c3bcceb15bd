#!/usr/bin/env python3
"""jmc progress: the condition of progress of known algorithms, in right and wrong variants, and of classes of the JDK. Needs a JDK with javac.

What is expected is what is published of an algorithm or follows from its code, as the comments in structures/ say; not what jmc said before.
"""
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDKS = harness.feature_releases()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("progress", os.path.join(HERE, "structures"))
JUC = "java.util.concurrent."


def survey(cls, *options, jdk=None):
    limit = [] if any(o.startswith("--time-limit") for o in options) else ["--time-limit=100"]
    return harness.run_jmc(["--jdk=" + (jdk or harness.find_jdk()).home, "--classpath=" + CLASSES, *limit, *options, cls], command=["progress"])


def methods(report):
    return {m["method"].split("(")[0]: m for m in report.data["progress"]["methods"]}


class Levels(unittest.TestCase):
    def levels(self, cls, expected, *options, jdk=None):
        report = survey(cls, *options, jdk=jdk)
        self.assertEqual(report.verdict, "verified", report.text)
        found = methods(report)
        self.assertEqual({name: found[name]["progress"] for name in expected}, expected, report.text)
        for m in found.values():
            self.assertTrue(m["decided"], report.text)
        return found

    def lasso(self, method, condition):
        r = method["refuted"][condition]
        loop = {t for t, _ in r["loop"]}
        self.assertTrue(not loop or r["thread"] in loop, r)
        return r, loop

    def test_spin_lock(self):
        found = self.levels("SpinLockCounter", {"increment": "blocking", "decrement": "blocking", "tryIncrement": "wait-free", "get": "wait-free"})
        r, loop = self.lasso(found["increment"], "obstruction-free")
        self.assertEqual(loop, {r["thread"]})  # alone, it spins
        self.assertEqual(found["get"]["steps"], 1)  # reads one field
        self.assertEqual(found["tryIncrement"]["steps"], 4)  # CAS, read and write of the count, release

    def test_a_lock_that_one_thread_takes(self):
        # Whoever takes it never meets another: what blocks otherwise is wait-free in the programs of one such thread.
        report = survey("SpinLockCounter", "--methods=increment,get", "--group=increment:1")
        self.assertEqual({name: m["progress"] for name, m in methods(report).items()}, {"increment": "wait-free", "get": "wait-free"}, report.text)
        self.assertIn("1 thread with increment", report.data["progress"]["bounds"])
        # Nor is it overtaken by itself: a loop that only other increments prolong.
        report = survey("CasCounter", "--methods=increment,get", "--group=increment:1", "--expect=increment=wait-free")
        self.assertEqual(report.verdict, "verified", report.text)
        self.assertNotIn("growing", methods(report)["increment"])

    def test_ticket_lock(self):
        self.levels("TicketCounter", {"increment": "blocking"})

    def test_cas_loop_and_addition(self):
        found = self.levels("CasCounter", {"increment": "lock-free", "decrement": "lock-free", "get": "wait-free"})
        # A stale read, a CAS that fails; read and CAS: a thread that has read has three steps left.
        self.assertEqual(found["increment"]["steps_alone"], 3)
        r, loop = self.lasso(found["increment"], "wait-free")
        self.assertEqual(len(loop), 2)  # starved only if the other one runs
        self.assertIn("}*", r["program"])
        found = self.levels("AddCounter", {"increment": "wait-free", "decrement": "wait-free"})
        self.assertEqual(found["increment"]["steps"], 1)

    def test_rounds_of_a_bounded_loop_are_steps(self):
        found = self.levels("PatientTry", {"tryTake": "wait-free", "give": "wait-free"})
        # Taken by another, it is looked at seven times; or found free, lost, and looked at six times more.
        self.assertEqual(found["tryTake"]["steps_alone"], 7)
        self.assertEqual(found["give"]["steps"], 1)

    def test_claims_that_are_stolen(self):
        found = self.levels("StolenCounter", {"increment": "obstruction-free"})
        r, loop = self.lasso(found["increment"], "lock-free")
        self.assertEqual(len(loop), 2)

    def test_helping(self):
        # Each thread flips under its own number, as the algorithm asks for.
        for mine, others in ((0, 1), (1, 0)):
            report = survey("HelpedFlips", "--program={ flip(%d) } || { flip(%d) }*" % (mine, others))
            self.assertEqual((report.verdict, methods(report)["flip"]["progress"]), ("verified", "wait-free"), report.text)
            # Reads the announcement and writes it, then twice: state, two announcements, CAS.
            self.assertEqual(methods(report)["flip"]["steps"], 10)
            report = survey("HelpedFlips", "--program={ flipAlone(%d) } || { flip(%d) }*" % (mine, others))
            self.assertEqual(methods(report)["flipAlone"]["progress"], "lock-free", report.text)

    def test_stack_and_queues(self):
        self.levels("TreiberStack", {"push": "lock-free", "pop": "lock-free", "isEmpty": "wait-free"})
        self.levels("MichaelScottQueue", {"offer": "lock-free", "poll": "lock-free"})
        self.levels("UnhelpfulQueue", {"offer": "blocking", "poll": "lock-free"})

    def test_sequence_lock(self):
        self.levels("Sequenced", {"write": "wait-free", "clear": "wait-free", "read": "blocking", "collect": "lock-free"})

    def test_waiting_by_design(self):
        found = self.levels("Cell", {"put": "waiting", "take": "waiting", "offer": "blocking", "peek": "wait-free"})
        self.assertIn("Cell#1", found["offer"]["refuted"]["obstruction-free"]["waits"])

    def test_locks_that_are_tried(self):
        self.levels("TryLocked", {"tryAdd": "wait-free", "add": "blocking"}, "--locks=atomic")
        # With the JDK's own bytecode add() leaves nodes in the queue of the lock, which has no end.
        self.levels("TryLocked", {"tryAdd": "wait-free"}, "--locks=real", "--methods=tryAdd")
        self.assertEqual(methods(survey("TryLocked", "--locks=real"))["add"]["progress"], "blocking")

    def test_initialisation_is_not_held_against_a_call(self):
        self.levels("LateInit", {"size": "wait-free"})

    def test_without_what_a_search_takes_for_granted(self):
        """All accesses to shared data are steps, nothing is glued: the same levels."""
        for cls in ("SpinLockCounter", "CasCounter", "StolenCounter", "TreiberStack", "Sequenced", "Cell", "TryLocked", "LateInit"):
            with self.subTest(cls):
                one, other = survey(cls), survey(cls, "--por=none")
                self.assertEqual({n: m["progress"] for n, m in methods(one).items()}, {n: m["progress"] for n, m in methods(other).items()})


class MemoryModel(unittest.TestCase):
    """--memory=jmm: executions without an end are those in which no write is overlooked for ever."""

    levels, lasso = Levels.levels, Levels.lasso

    def test_where_reads_see_the_newest(self):
        # Volatile variables, monitors, and what is under a lock, even one that a compare-and-set takes: data-race-free programs have interleavings only.
        for cls in ("SpinLockCounter", "TicketCounter", "CasCounter", "AddCounter", "StolenCounter", "TreiberStack", "MichaelScottQueue", "UnhelpfulQueue",
                    "Sequenced", "Cell", "TryLocked", "PatientTry"):
            with self.subTest(cls):
                one, other = survey(cls), survey(cls, "--memory=jmm")
                self.assertEqual(one.verdict, other.verdict, other.text)
                says = lambda r: {n: (m["progress"], m["decided"], m.get("steps_alone"), m.get("steps")) for n, m in methods(r).items()}
                self.assertEqual(says(one), says(other))

    def bounds(self, m):
        return m.get("steps_alone", "any" if m.get("any_steps_alone") else None), m.get("steps", "any" if m.get("any_steps") else None)

    def test_a_poll_ends_when_the_write_is_seen(self):
        # Once the flag is seen the value was written: the first look finds it.
        found = self.levels("Announced", {"give": "wait-free", "poll": "wait-free", "peek": "wait-free", "trust": "wait-free"})
        self.assertEqual([self.bounds(found[n]) for n in ("give", "poll", "peek", "trust")], [(2, 2)] * 4)
        for name in ("poll", "peek"):  # opaque reads, which do not go back, and plain ones, which may
            report = survey("Announced", "--memory=jmm", "--program={ give() } || { %s() }" % name)
            m = methods(report)[name]
            self.assertEqual((m["refuted"], self.bounds(m)), ({}, ("any", "any")), report.text)
            self.assertIn("memory fairness", report.text)
            self.assertIn("any: it ends as soon as", report.text)

    def test_two_variables_out_of_order(self):
        # Flag seen, value not, and the value is not read again: it waits for the flag to be taken back, which nobody does. No stale read is on the loop.
        report = survey("Announced", "--memory=jmm", "--program={ give() } || { trust() }")
        r, loop = self.lasso(methods(report)["trust"], "obstruction-free")
        self.assertEqual((methods(report)["trust"]["progress"], loop, len(r["loop"])), ("blocking", {r["thread"]}, 1), report.text)
        self.assertIn("stale", report.text)
        self.assertNotIn("any: ", report.text)  # nothing in the table says so

    def test_the_same_value_again(self):
        # The mark is written for ever while it is awaited. But each time it is written over the one before: a read that sees none of them overlooks all.
        report = survey("Raised", "--memory=jmm", "--program={ tell() } || { raise() }* || { await() }")
        m = methods(report)["await"]
        self.assertEqual((m["progress"], m["decided"], self.bounds(m)), ("wait-free", True, ("any", "any")), report.text)
        report = survey("Raised", "--program={ tell() } || { raise() }* || { await() }")
        self.assertEqual(self.bounds(methods(report)["await"]), (2, 2), report.text)

    def test_a_compare_and_set_that_learns_nothing(self):
        # Fails on an old value and reads it again, as long as memory lets it: lock-free all the same. Overtaken it is as under sc, by newer values alone.
        found = self.levels("PlainCasCounter", {"increment": "lock-free", "decrement": "lock-free"})
        self.assertEqual(self.bounds(found["increment"])[0], 3)  # as CasCounter
        report = survey("PlainCasCounter", "--memory=jmm")
        m = methods(report)["increment"]
        self.assertEqual((report.verdict, m["progress"], m["decided"], self.bounds(m)[0]), ("verified", "lock-free", True, "any"), report.text)

    def test_older_values_without_end(self):
        # Nobody who only polls has to see any of the writes: each is one more that may be read, and no state comes back.
        report = survey("Announced", "--memory=jmm", "--methods=give,poll")
        self.assertEqual((report.verdict, report.code), ("inconclusive", 3), report.text)
        m = methods(report)["poll"]
        self.assertEqual((m["progress"], m["decided"]), ("wait-free", False), report.text)
        self.assertIn("writes of which reads may still see older ones", m["given_up_first"])

    def test_classes_of_the_jdk(self):
        for jdk in JDKS:
            with self.subTest(jdk.home):
                # Nodes are published by compare-and-set and read by volatile reads.
                found = self.levels(JUC + "ConcurrentLinkedQueue", {"offer": "lock-free", "poll": "lock-free"}, "--memory=jmm", "--methods=offer,poll", jdk=jdk)
                self.assertEqual(self.bounds(found["poll"])[1], None)
                # A node whose value is read too early is taken for a deleted one, and marked; that it is not is seen by the thread that finds the mark, which
                # waits for its removal. Two plain reads of which one depends on the other by address: no promise of the Java Memory Model.
                for memory, level in (("sc", "wait-free"), ("jmm", "blocking")):
                    report = survey(JUC + "ConcurrentSkipListSet", "--memory=" + memory, "--program={ add(1); add(2) } || { isEmpty() }", jdk=jdk)
                    self.assertEqual(methods(report)["add"]["progress"], level, report.text)

    def test_mixed(self):
        # Volatile accesses that may use older values: each sees the newest sooner or later.
        for cls, levels in (("CasCounter", {"increment": "lock-free", "get": "wait-free"}), ("SpinLockCounter", {"increment": "blocking"})):
            report = survey(cls, "--memory=jmm-mixed")
            self.assertEqual({n: methods(report)[n]["progress"] for n in levels}, levels, report.text)


class Jdk(unittest.TestCase):
    """The documentation of the classes says which are non-blocking, which take locks."""

    def test_classes(self):
        for jdk in JDKS:
            with self.subTest(jdk.home):
                check = lambda cls, levels, *options: Levels.levels(self, JUC + cls, levels, *options, jdk=jdk)
                # Michael and Scott's algorithm: non-blocking; all its methods walk from the head and may be overtaken.
                check("ConcurrentLinkedQueue", {"offer": "lock-free", "poll": "lock-free", "peek": "lock-free"}, "--methods=offer,poll,peek")
                check("ArrayBlockingQueue(1)", {"offer": "blocking", "poll": "blocking", "size": "blocking"}, "--methods=offer,poll,size")
                # Two locks; the size is an AtomicInteger.
                check("LinkedBlockingQueue", {"offer": "blocking", "poll": "blocking", "size": "wait-free"}, "--methods=offer,poll,size")
                # Writers copy under a lock, readers take the array as it is.
                check("CopyOnWriteArrayList", {"add": "blocking", "contains": "wait-free", "size": "wait-free"}, "--methods=add,contains,size")
                # A monitor for each bin.
                check("ConcurrentHashMap", {"put": "blocking", "remove": "blocking"}, "--methods=put,remove")
                # Operations of the machine.
                check("atomic.AtomicInteger", {"incrementAndGet": "wait-free", "compareAndSet": "wait-free"}, "--methods=incrementAndGet,compareAndSet,decrementAndGet")


    def test_a_timed_wait_that_never_times_out(self):
        """JDK-8301341: whoever waits for a limited time behind a node that was taken out loops for ever, and does not look at the clock. Found by its users
        in 17 and 21, gone with the rewrite of 22."""
        for jdk in JDKS:
            if jdk.feature != 21:  # some have the rewrite
                report = survey(JUC + "LinkedTransferQueue", '--program={ poll(1,"SECONDS") } || { poll(1,"SECONDS") }', jdk=jdk)
                self.assertEqual("obstruction-free" in methods(report)["poll"]["refuted"], jdk.feature < 21, report.text)

    def test_counts_that_grow(self):
        """Each put while clear() is at it makes it remove one more, and count it; each insertion draws a level: no state comes back. get() looks at no count."""
        report = survey(JUC + "ConcurrentSkipListMap", "--methods=put(Object,Object),get,clear")
        self.assertEqual({n: m["decided"] for n, m in methods(report).items()}, {"put": False, "get": True, "clear": False}, report.text)
        # Harris's list: a traversal is overtaken only by insertions and removals of other keys; with one key it is not.
        report = survey(JUC + "ConcurrentSkipListMap", "--methods=put(Object,Object)", "--values=2")
        self.assertEqual(methods(report)["put"]["progress"], "lock-free", report.text)


class AnyCalls(unittest.TestCase):
    """--calls=any: one graph of threads that choose and call for ever."""

    lasso = Levels.lasso

    def same(self, cls, *options):
        """What programs of few calls show of an algorithm, those of any number show, step for step."""
        few, any_calls = survey(cls, *options), survey(cls, "--calls=any", *options)
        self.assertEqual((few.verdict, any_calls.verdict), ("verified", "verified"), any_calls.text)
        says = lambda r: {n: (m["progress"], m["decided"], m.get("steps_alone"), m.get("steps")) for n, m in methods(r).items()}
        self.assertEqual(says(few), says(any_calls))
        return any_calls

    def test_as_programs_of_few_calls(self):
        for cls in ("AddCounter", "StolenCounter", "TicketCounter", "TreiberStack", "TryLocked", "PatientTry", "LateInit"):
            with self.subTest(cls):
                self.same(cls)
        found = methods(self.same("Cell"))
        self.assertIn("Cell#1", found["offer"]["refuted"]["obstruction-free"]["waits"])

    def test_schedule(self):
        report = survey("TreiberStack", "--calls=any", "--expect=push=wait-free")
        self.assertEqual((report.verdict, report.code), ("violated", 1), report.text)
        r, loop = self.lasso(methods(report)["push"], "wait-free")
        self.assertEqual(len(loop), 2)
        # Who is overtaken reads and fails, who overtakes brings the stack back: by one call of each kind, which it chooses.
        around = [s["operation"] for s in r["story"] if s["step"] > len(r["stem"])]
        self.assertEqual(sorted(o for o in around if o.startswith("calls ")), ["calls pop()", "calls push(1)"])
        self.assertEqual(len([o for o in around if "fails" in o]), 1, around)

    def test_choices_that_are_given(self):
        # Nobody else writes: nothing holds a call up.
        report = survey("TreiberStack", "--program={ push(1) | pop() }* || { isEmpty() }*")
        self.assertEqual({n: (m["progress"], m["steps"]) for n, m in methods(report).items()},
                         {"push": ("wait-free", 2), "pop": ("wait-free", 2), "isEmpty": ("wait-free", 1)}, report.text)

    def test_classes_of_the_jdk(self):
        for jdk in JDKS:
            with self.subTest(jdk.home):
                report = survey(JUC + "ConcurrentLinkedQueue", "--calls=any", "--methods=offer,poll", "--values=1", jdk=jdk)
                self.assertEqual({n: (m["progress"], m["decided"]) for n, m in methods(report).items()}, {"offer": ("lock-free", True), "poll": ("lock-free", True)}, report.text)
                self.assertIn("holding at most 2 elements", report.text)

    def test_what_grows_is_named(self):
        # A thread that stays behind holds the chain of all nodes that were taken out since.
        report = survey("MichaelScottQueue", "--calls=any", "--most-states=3000")
        self.assertEqual((report.verdict, report.code), ("inconclusive", 3), report.text)
        self.assertIn("Node.next: a chain of ", methods(report)["poll"]["given_up_first"])

    def test_bounds_of_what_has_none(self):
        for options, named in ((["--calls=any", "--invocations=3"], "--invocations"), (["--size=1"], "--size"), (["--draws=1"], "--draws"),
                               (["--program={ push(1) | pop() }* || { pop() }"], "star")):
            report = survey("TreiberStack", *options)
            self.assertEqual((report.verdict, report.code), ("error", 2), report.text)
            self.assertIn(named, report.text)


class Command(unittest.TestCase):
    def test_claims(self):
        report = survey("CasCounter", "--expect=lock-free,get=wait-free")
        self.assertEqual((report.verdict, report.code), ("verified", 0), report.text)
        report = survey("CasCounter", "--expect=wait-free")
        self.assertEqual((report.verdict, report.code), ("violated", 1), report.text)
        self.assertEqual([v["message"].split(" is ")[0] for v in report.violations()], ["increment()", "decrement()"])
        self.assertIn("then for ever", report.text)
        report = survey("SpinLockCounter", "--expect=increment=obstruction-free")
        self.assertEqual((report.verdict, report.code), ("violated", 1), report.text)
        self.assertEqual(report.violations()[0]["kind"], "livelock")

    def test_what_is_not_decided(self):
        # Nothing brings the counter back, so that nobody can be overtaken for ever in a space that has an end.
        report = survey("CasCounter", "--methods=increment", "--expect=wait-free")
        self.assertEqual((report.verdict, report.code), ("inconclusive", 3), report.text)
        self.assertFalse(methods(report)["increment"]["decided"])
        # Two steps more for each increment that comes in between: a CAS that fails, and reading again.
        self.assertIn("4, 6, 8 steps", methods(report)["increment"]["growing"])

    def test_what_is_cut_off_decides_nothing(self):
        report = survey(JUC + "ConcurrentLinkedDeque", "--time-limit=0.3")
        self.assertEqual((report.verdict, report.code), ("inconclusive", 3), report.text)
        self.assertEqual([m["method"] for m in methods(report).values() if m["decided"]], [], report.text)

    def test_errors(self):
        for options, named in ((["--expect=fast"], "--expect=fast"), (["--por=dpor"], "--por=dpor"),
                               (["--methods=none"], "none"), (["--expect=add=wait-free"], "add"),
                               (["--program={ add() } || { get() }"], "add"), (["--program={ get() }", "--threads=2"], "--threads")):
            report = survey("CasCounter", *options)
            self.assertEqual((report.verdict, report.code), ("error", 2), report.text)
            self.assertIn(named, report.text)


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=40))
