#!/usr/bin/env python3
"""jmc linearizability: what says which outcomes are right (--specification, --initial, --final, --invariant, --group, --notion, --memory). Needs a JDK with javac."""
import os
import signal
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("specification", os.path.join(HERE, "specified"))
JUC = "java.util.concurrent."


class Case(unittest.TestCase):
    def run_jmc(self, cls, *options):
        return harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *options, cls], command=["linearizability"])

    def verified(self, cls, *options):
        r = self.run_jmc(cls, *options)
        self.assertEqual(r.verdict, "verified", r.text)
        return r.data["linearizability"]

    def violated(self, cls, *options, kind="outcome"):
        r = self.run_jmc(cls, *options)
        self.assertEqual((r.verdict, {v["kind"] for v in r.violations()}), ("violated", {kind}), r.text)
        self.assertTrue(r.violations()[0]["trace"])
        return r.data["linearizability"]

    def error(self, said, cls, *options):
        r = self.run_jmc(cls, *options)
        self.assertEqual(r.verdict, "error", r.text)
        self.assertIn(said, r.data["error"])

    def undecided(self, said, cls, *options):
        r = self.run_jmc(cls, *options)
        self.assertEqual(r.verdict, "inconclusive", r.text)
        self.assertIn(said, r.text.split("\n")[0])


class Specifications(Case):
    def test_a_class_of_the_jdk(self):
        # The same programs are violated as against the class itself: run by one thread, the two do the same.
        for cls, other, options in ((JUC + "ConcurrentSkipListMap", "java.util.TreeMap", ["--invocations=2", "--methods=put,remove,get,firstKey,pollFirstEntry,keySet,putAll,size"]),
                                    (JUC + "ConcurrentLinkedDeque", "java.util.ArrayDeque", ["--methods=addFirst,peekLast,pollFirst", "--calls=2", "--values=2"])):
            own, told = self.violated(cls, *options), self.violated(cls, "--specification=" + other, *options)
            self.assertEqual(own["violations"], told["violations"])
            self.assertEqual(own["explained"], told["explained"])
            self.assertEqual(told["specification"], other + "()")

    def test_daemons_of_the_class(self):
        # Against two locked calls, and two of which one is lost; the class has three threads besides.
        few = ["--specification=PlainCounter", "--threads=2", "--calls=1"]
        for engine in ("--engine=each", "--engine=together"):
            self.verified("AttendedCounter", engine, "--methods=increment", *few)
            self.violated("AttendedCounter", engine, "--methods=incrementUnlocked", *few)

    def test_what_it_lacks_is_named(self):
        lin = self.verified(JUC + "ConcurrentLinkedDeque", "--specification=java.util.ArrayList", "--invocations=2", "--derived", "--values=1", "--methods=add,size,isEmpty")
        self.assertEqual({m["method"] for m in lin["description"]["methods"]}, {"add(Object)", "size()", "isEmpty()"})
        lin = self.run_jmc(JUC + "ConcurrentLinkedQueue", "--specification=java.util.ArrayList", "--invocations=2", "--values=1").data["linearizability"]
        self.assertIn("poll()", lin["description"]["unspecified"])
        # An overload that it lacks is no mistake: its poll() is that of the class.
        r = self.run_jmc(JUC + "PriorityBlockingQueue", "--specification=java.util.PriorityQueue", "--derived", "--invocations=2", "--values=1")
        self.assertRegex(r.text.split("\n")[0], r"^verified: .* \(exhaustive\); without what the specification lacks: .*\bpoll\(long,TimeUnit\)")
        self.assertTrue(any(s.startswith("poll()") and "no public method for poll() (nor pollResults" in s for s in lin["description"]["left_out"]), lin["description"])
        self.error("no public method for poll()", JUC + "ConcurrentLinkedQueue", "--specification=java.util.ArrayList", "--methods=addAll,poll")
        self.error("no public method for poll()", JUC + "ConcurrentLinkedQueue", "--specification=java.util.ArrayList", "--program={ poll() }")
        self.error("none of the methods has a specification", JUC + "atomic.LongAdder", "--specification=java.util.BitSet")

    def test_relaxed_queues(self):
        out_of_order = "--specification=OutOfOrderQueue(2)"
        self.violated("Lanes", "--specification=OutOfOrderQueue(1)")
        self.verified("Lanes", out_of_order)
        self.verified(JUC + "ConcurrentLinkedQueue", out_of_order, "--methods=offer,poll")
        lin = self.violated("RacyLanes", out_of_order)
        self.assertIn("null", lin["violations"][0]["outcome"])
        lin = self.violated("WrongEnd", out_of_order, "--invocations=4")
        self.assertEqual(lin["violations"][0]["program"].count("offer"), 3)
        self.verified("WrongEnd", "--specification=OutOfOrderQueue(9)")

    def test_bags(self):
        self.verified("Shards", "--specification=Bag")
        lin = self.violated("RacyShards", "--specification=Bag")
        self.assertIn("java.util.NoSuchElementException", lin["violations"][0]["outcome"])

    def test_calls_that_wait(self):
        self.verified(JUC + "LinkedBlockingQueue", "--specification=TakeQueue", "--methods=put(Object),take()", "--derived", "--values=1")
        lin = self.violated("ImpatientQueue", "--specification=TakeQueue")
        self.assertIn("null", lin["violations"][0]["outcome"])

    def test_mistakes(self):
        for name, said in (("Twice", "has both poll and pollResults"), ("NoEffect", "has a method pollReturns, but none that takes"), ("NoList", "returns I from pollResults"),
                           ("Nothing", "returns nothing from poll()"), ("Fails", "no such state"), ("WrongType", "java.lang.ClassCastException"), ("Threads", "start a thread")):
            self.error(said, "Lanes", "--specification=Mistakes$" + name, "--program={ offer(1); poll() } || { poll() }")
            # What is wrong with its methods is known before a program is run; what they do is known then.
            (self.undecided if name in ("Fails", "WrongType", "Threads") else self.error)(said, "Lanes", "--specification=Mistakes$" + name, "--invocations=2")
        self.error("but pollResults(I), which fits no method under test", "Lanes", "--specification=Mistakes$OtherParameters")
        queue = JUC + "ConcurrentLinkedQueue"
        for cls, said in (("java.util.NoSuchClass", "class java.util.NoSuchClass was not found"), ("java.util.List", "is abstract"), ('java.util.TreeMap("x")', "no constructor of java.util.TreeMap"),
                          ("java.util.concurrent.ArrayBlockingQueue", "no constructor of java.util.concurrent.ArrayBlockingQueue")):
            self.error(said, queue, "--specification=" + cls)


    def test_what_says_nothing_admits_nothing(self):
        # A call waits where the method of its name waits or loops; what is asked for its results has to answer.
        self.verified("DeafCell", "--specification=DeafCell$Honest")
        for name, said in (("Silent", "in getResults or getReturns"), ("Waiting", "in getResults or getReturns"), ("EndlessReturns", "in getResults or getReturns"),
                           ("NeverMade", "the constructor DeafCell(), in the specification, waits")):
            self.undecided(said, "DeafCell", "--specification=DeafCell$" + name)
            self.error(said, "DeafCell", "--specification=DeafCell$" + name, "--program={ set(1) } || { get() }")


class FirstWords(Case):
    def test_classes_that_are_named_wrongly(self):
        for name, meant in (("ConcurrentHashMap", JUC + "ConcurrentHashMap"), ("java.util.AtomicInteger", JUC + "atomic.AtomicInteger"), ("ConcurrentLinkdDeque", JUC + "ConcurrentLinkedDeque"), ("Vector", "java.util.Vector")):
            self.error("; is " + meant + " meant?", name)
        for name in ("no.such.ConcurrentHashMp", "Xyzzy"):
            r = self.run_jmc(name)
            self.assertTrue(r.data["error"].endswith("nor in the JDK"), r.text)

    def test_calls_that_log(self):
        # Logging has a shutdown hook: a thread, which no call has started.
        for engine in ("--engine=each", "--engine=together"):
            self.verified("Diary", engine, "--methods=write", "--threads=2", "--calls=2")
            lin = self.violated("Diary", engine, "--methods=scribble", "--threads=2", "--calls=1")
            self.assertEqual(lin["violations"][0]["outcome"], "0, 0")


class Surroundings(Case):
    def test_initial_content_that_is_never_there(self):
        queue = JUC + "LinkedBlockingQueue"
        self.error("--initial=take() waits", queue, "--initial=take()", "--program={ offer(1) } || { poll() }")
        self.undecided("--initial=take() waits", queue, "--initial=take()", "--methods=offer(Object),poll()", "--invocations=2")
        # One that waits for a limited time is made.
        lin = self.verified(queue, '--initial=poll(1,"SECONDS")', "--program={ offer(1) } || { poll() }")
        self.assertEqual(sorted(lin["admitted"]), ["true, 1", "true, null"])
        # Where the specification goes on, the class does not.
        self.error("--initial=take() waits", queue, "--initial=take()", "--specification=ImpatientQueue", "--program={ put(1) } || { put(2) }")

    def test_initial_content_and_end(self):
        lin = self.verified(JUC + "ConcurrentHashMap", "--initial=put(1,1); put(2,2)", "--final=get(1); size()", "--program={ remove(1) } || { remove(1); put(1,3) }")
        self.assertEqual(sorted(lin["admitted"]), ["1, null, null | 3, 2", "3, 1, null | null, 1", "null, 1, null | 3, 2"])

    def test_an_end_finds_what_results_do_not_tell(self):
        # Both offers say true, one element is lost.
        ring = ["--methods=offer", "--calls=1"]
        self.verified("Ring(2)", *ring)
        lin = self.violated("Ring(2)", *ring, "--final=poll(); poll()")
        self.assertEqual(lin["final"], "poll(); poll()")
        self.assertTrue(any(" | " in o for o in lin["violations"][0]["admitted"]))

    def test_invariants(self):
        for invariant in ("solvent", "check"):
            lin = self.violated("Wallet", "--methods=takeLeft,takeRight", "--invariant=" + invariant, kind="assertion" if invariant == "solvent" else "uncaught-exception")
            self.assertEqual(sorted(lin["violations"][0]["methods"]), ["takeLeft()", "takeRight()"])
        self.verified("Wallet", "--methods=takeLeft,takeRight")
        self.verified("Wallet", "--methods=takeLeft", "--invariant=solvent")
        self.error("has no such public method", "Wallet", "--invariant=solvant")
        self.error("returns I, expected boolean", JUC + "ConcurrentLinkedQueue", "--invariant=size")

    def test_groups(self):
        one_each = ["--group=offer:1", "--group=poll:1"]
        for memory in ("sc", "jmm"):
            lin = self.verified("Ring(2)", *one_each, "--memory=" + memory)
            self.assertEqual([(g["methods"], g["threads"]) for g in lin["bounds"]["groups"]], [(["offer(Object)"], 1), (["poll()"], 1)])
            self.violated("Ring(2)", "--group=poll:1", "--memory=" + memory)
        self.verified("PlainRing(2)", *one_each)
        self.violated("PlainRing(2)", *one_each, "--memory=jmm")
        self.error("has no method put", "Ring(2)", "--group=put:1")
        self.error("expected METHOD,...:N", "Ring(2)", "--group=offer")

    def test_java_clients(self):
        folder = os.path.join(WORK, "emitted")
        for cls, verdict, options in ((JUC + "ConcurrentHashMap", "verified", ["--initial=put(1,1)", "--final=size(); toString()", "--program={ remove(1) } || { put(2,1) }"]),
                                      ("Wallet", "violated", ["--invariant=solvent", "--program={ takeLeft() } || { takeRight() }"])):
            self.assertEqual(self.run_jmc(cls, "--emit=" + folder, *options).verdict, verdict)
            name = cls.split(".")[-1] + "_1"
            harness.compile_java(JDK, [os.path.join(folder, name + ".java")], folder + "-classes", classpath=CLASSES)
            r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + folder + "-classes:" + CLASSES, name])
            self.assertEqual(r.verdict, verdict, r.text)


class Functions(Case):
    def test_maps(self):
        # By hand: 1 and 2 are put in either order; merge adds to what is there.
        lin = self.verified(JUC + "ConcurrentHashMap", "--program={ merge(1,1,(a,b)->a+b) } || { merge(1,2,(a,b)->a+b); compute(1,(a,b)->null) }", "--final=forEach((a,b)->{})")
        self.assertEqual(sorted(lin["admitted"]), ["1, 2, null | [1=1]", "1, 3, null | []", "3, 2, null | []"])
        lin = self.violated("RacyMerge")
        self.assertEqual(lin["violations"][0]["program"].count("merge"), 2)
        self.verified("RacyMerge", "--methods=forEach,merge", "--invocations=2", "--program-limit=0", "--group=merge:1")
        self.verified(JUC + "ConcurrentHashMap", "--methods=merge,forEach(BiConsumer)", "--invocations=2", "--specification=java.util.HashMap")

    def test_every_kind_of_parameter(self):
        lin = self.verified("Boxes", "--invocations=2", "--values=1")
        self.assertEqual(lin["description"]["left_out"], [])
        # The sum is 1, then 3, 68, 71, 74; then it is combined with 4; by one thread.
        lin = self.verified("Boxes", "--program={ otherwise(()->7); addLong(1); addDouble(2); addChar(65); addByte(3); addBoth(1,2); combine(4,(a,b)->a-b); test(x->x==70); test(x->x==71) }")
        self.assertEqual(lin["admitted"], ["7, 1, 3.0, A, 3, 74.0, 70, true, false"])

    def test_objects_and_constants(self):
        lin = self.violated("Locker", "--invocations=2")
        self.assertEqual(lin["violations"][0]["program"], "{ paint(Locker$Color.GREEN) } || { paint(Locker$Color.GREEN) }")
        self.assertEqual(len(lin["description"]["left_out"]), 1)
        self.assertIn("shape", lin["description"]["left_out"][0])
        self.verified("Locker", "--methods=swap", "--invocations=3")
        folder = os.path.join(WORK, "objects")
        lin = self.verified("Locker", "--emit=" + folder, "--program={ swap(new Locker$Item(3)) } || { swap(new Locker$Item(4)); paint(Locker$Color.RED) }")
        self.assertEqual(lin["admitted"], ["Item4, null, RED", "null, Item3, RED"])
        harness.compile_java(JDK, [os.path.join(folder, "Locker_1.java")], folder + "-classes", classpath=CLASSES)
        for program, said in (("{ swap(new java.lang.Object()) }", "no public method"), ("{ swap(new NoSuchItem(3)) }", "class NoSuchItem was not found"), ("{ paint(Locker$Color.BLUE) }", "is no constant of an enum"),
                              ("{ swap(new Locker$Item()) }", "no constructor of Locker$Item")):
            self.error(said, "Locker", "--program=" + program)

    def test_comparators(self):
        lin = self.verified(JUC + "ConcurrentSkipListMap((a,b)->b-a)", "--program={ put(1,1); put(2,2); firstKey(); toString() }", "--specification=java.util.TreeMap")
        self.assertEqual(lin["admitted"], ["null, null, 2, {2=2, 1=1}"])

    def test_mistakes(self):
        for program, said in (("{ merge(1,1,(a,b)->a+c) }", "a parameter of the function before here"), ("{ merge(1,1,a->a+1) }", "no public method"), ("{ forEach((a,b)->1) }", "no public method"),
                              ("{ merge(1,1,plus) }", "or a function (x->x+1)")):
            self.error(said, JUC + "ConcurrentHashMap", "--program=" + program)

    def test_java_clients(self):
        folder = os.path.join(WORK, "functions")
        for cls, program in ((JUC + "ConcurrentHashMap", "{ merge(1,1,(a,b)->a+b); forEach((a,b)->{}) } || { computeIfAbsent(2,x->x); computeIfPresent(1,(a,b)->null) }"),
                             ("Boxes", "{ addLong(1); combine(4,(a,b)->a-b) } || { addChar(65); addByte(3); test(x->x==1) }")):
            self.verified(cls, "--emit=" + folder, "--program=" + program)
            name = cls.split(".")[-1] + "_1"
            harness.compile_java(JDK, [os.path.join(folder, name + ".java")], folder + "-classes", classpath=CLASSES)
            r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + folder + "-classes:" + CLASSES, name])
            self.assertEqual(r.verdict, "verified", r.text)


class Notions(Case):
    def test_quiescent_consistency(self):
        # Lanes whose calls overlap mix up the order of one thread; where nothing is under way between two calls, these are in order.
        self.violated("RacyLanes")
        self.verified("RacyLanes", "--notion=quiescent")
        program = "--program={ write(1); read() } || { read() }"
        for notion in ("outcomes", "history", "quiescent"):
            self.violated("LateRegister", "--specification=Register", "--notion=" + notion, program)


class Memory(Case):
    def test_publication(self):
        self.verified("PlainStack")
        self.violated("PlainStack", "--memory=jmm")
        self.verified("AcquireStack", "--memory=jmm")
        program = "--program={ push(1) } || { pop() }"
        for memory, said in (("sc", "verified under sequential consistency"), ("jmm", "verified under the Java Memory Model")):
            r = self.run_jmc("AcquireStack", program, "--memory=" + memory)
            self.assertTrue(r.text.startswith(said), r.text)


    def test_a_class_of_the_jdk_that_relies_on_dependent_loads(self):
        program = "--program={ put(1,1) } || { put(1,1) }"
        self.verified(JUC + "ConcurrentSkipListMap", program)
        lin = self.violated(JUC + "ConcurrentSkipListMap", "--memory=jmm", program)
        self.assertEqual(lin["unexplained"], ["null, null"])


class Waiting(Case):
    def test_a_pipe_is_told_what_is_known(self):
        # Five seconds in, the violations so far; at the end, however it comes, the table.
        command = [harness.jmc_path(), "linearizability", "--jdk=" + JDK.home, "--jobs=1", JUC + "ConcurrentSkipListMap"]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = run.stderr.readline()
        run.send_signal(signal.SIGTERM)
        out, _ = run.communicate()
        self.assertRegex(first, r"^violated: \{ .*putAll")
        self.assertRegex(out, r"(?m)^violated: .*\n")
        self.assertRegex(out, r"(?m)^methods \(programs so far")
        self.assertEqual(run.returncode, 1)


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=40))
