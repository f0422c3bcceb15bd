#!/usr/bin/env python3
"""jmc linearizability: verdicts, admitted and unexplained outcomes, errors. Needs a JDK with javac."""
import glob
import html.parser
import os
import subprocess
import sys
import time
import unittest
from html import escape

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("linearizability", os.path.join(HERE, "structures"))
JUC = "java.util.concurrent."


def ask(cls, program, *options):
    return harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *options, "--program", program, cls], command=["linearizability"])


def search(cls, *options):
    return harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *options, *([cls] if cls else [])], command=["linearizability"])


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.addresses = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "input", "br", "hr", "wbr"):  # these have no end
            self.open.append(tag)
        self.addresses += [v for k, v in attributes if k in ("src", "href")]

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            raise AssertionError("</%s> at %s" % (tag, self.getpos()))


class Rendezvous(unittest.TestCase):
    """Calls that need another one which is under way: no sequential execution explains them."""

    def verified(self, cls, *options):
        r = search(cls, *options)
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertTrue(r.data["linearizability"]["exhaustive"])

    def test_synchronous_queue(self):
        for notion in ("outcomes", "history"):
            with self.subTest(notion):
                self.verified(JUC + "SynchronousQueue", "--methods=offer(Object),poll(long,TimeUnit),put,take", "--invocations=2", "--notion=" + notion)

    def test_what_calls_under_way_do_not_explain_is_still_wrong(self):
        # Both takes return the one item that was given: no schedule of a rendezvous may do that.
        r = ask("IfHandOff", "{ take(); take() } || { give(1) }")
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertIn("1, null, _", r.violations()[0]["message"])
        r = ask("HandOff", "{ take(); take() } || { give(1) }")
        self.assertEqual(r.verdict, "verified", r.text)


class Makers(unittest.TestCase):
    def test_calls_that_spin_for_ever(self):
        r = search("SpinPair", "--methods=inc,add", "--invocations=2")
        self.assertEqual(r.verdict, "verified", r.text)
        for notion in ("outcomes", "history"):
            r = search("SpinPair", "--invocations=2", "--notion=" + notion)
            self.assertEqual((r.verdict, {v["kind"] for v in r.violations()}), ("violated", {"livelock"}), r.text)
            self.assertIn("nothing that is left can end them", r.text)
        r = ask("SpinPair", "{ inc() } || { dec() }")
        self.assertEqual(r.verdict, "violated", r.text)

    def test_a_call_that_never_returns(self):
        # Before anybody could choose, and after.
        r = search("Endless")
        self.assertEqual((r.verdict, {v["kind"] for v in r.violations()}), ("violated", {"livelock"}), r.text)
        self.assertIn("a call loops for ever", r.text)
        for program in ("{ hang() } || { hang() }", "{ hang() } || { idle() }", "{ idle(); hang() } || { idle() }"):
            r = ask("Endless", program)
            self.assertEqual((r.verdict, {v["kind"] for v in r.violations()}), ("violated", {"livelock"}), r.text)
        r = search("Endless", "--methods=idle")
        self.assertEqual(r.verdict, "verified", r.text)

    def test_calls_that_wait_by_spinning(self):
        # take() on an empty slot spins for ever in a sequential execution too, so that a call of it which does not return is explained.
        for program in ("{ take() } || { put(1) }", "{ take(); take() } || { inc() }", "{ take(); put(1) }"):
            r = ask("SpinSlot", program)
            self.assertEqual(r.verdict, "verified", r.text)
        # It explains nothing of calls that never wait when they are made one after another.
        for program in ("{ inc(); take() } || { dec(); put(1) }", "{ take() } || { inc() } || { dec() }"):
            r = ask("SpinSlot", program)
            self.assertEqual((r.verdict, {v["kind"] for v in r.violations()}), ("violated", {"livelock"}), r.text)
            self.assertIn("SpinSlot.lock", r.text)
        r = search("SpinSlot", "--methods=put,take,inc", "--invocations=2")
        self.assertEqual(r.verdict, "verified", r.text)

    def test_a_class_file(self):
        r = search(os.path.join(CLASSES, "HandOff.class"), "--invocations=2")
        self.assertEqual(r.verdict, "verified", r.text)
        self.assertIn("HandOff()", r.text)
        r = search(os.path.join(CLASSES, "NoSuchClass.class"))
        self.assertEqual(r.verdict, "error", r.text)
        self.assertIn("NoSuchClass.class", r.data["error"])

    def test_a_factory(self):
        # Every method of a synchronized list is atomic; documented exceptions are iterators, which the caller has to guard.
        r = search("java.util.Collections.synchronizedList([])", "--methods=add(Object),size,remove(int)", "--invocations=2", "--values=1")
        self.assertEqual(r.verdict, "verified", r.text)
        r = ask("java.util.Collections.synchronizedList([])", "{ iterator() } || { add(1) }")
        self.assertEqual(r.verdict, "violated", r.text)
        for cls, said in (("java.util.Collections.noSuchFactory()", "no public static method noSuchFactory"), ("java.util.List", "a factory"), ("java.lang.Math.abs(1)", "makes no object")):
            r = search(cls)
            self.assertEqual(r.verdict, "error", r.text)
            self.assertIn(said, r.data["error"])

    def test_a_factory_as_a_java_client(self):
        folder = os.path.join(WORK, "factory")
        os.makedirs(folder)
        search("java.util.Collections.synchronizedList([])", "--methods=iterator,add(Object)", "--invocations=2", "--values=1", "--emit=" + folder)
        sources = sorted(glob.glob(os.path.join(folder, "*.java")))
        self.assertTrue(sources)
        harness.compile_java(JDK, sources, folder + "-classes")
        r = harness.run_jmc(["--jdk=" + JDK.home, os.path.join(folder + "-classes", os.path.basename(sources[0])[:-5] + ".class")])
        self.assertEqual(r.verdict, "violated", r.text)


class Words(unittest.TestCase):
    def test_no_method_of_the_smallest_violating_program_is_called_clean(self):
        r = search("CheckThenPutMap", "--first")
        self.assertEqual(r.verdict, "violated", r.text)
        lin = r.data["linearizability"]
        table = r.text[r.text.index("\nmethods ("):]
        for label in lin["violations"][0]["methods"]:
            row = next(line for line in table.split("\n") if line.startswith("  " + label))
            self.assertRegex(row, "violated|part of violations")

    def test_stories_say_nothing_of_the_cache_of_small_boxes(self):
        r = ask("CheckThenPutMap", "{ put(1,1) } || { put(1,0) }")
        self.assertNotIn("Integer[]", r.text)
        r = ask(JUC + "ConcurrentLinkedDeque", "{ addFirst(1); peekLast() } || { addFirst(0); pollFirst() }")
        self.assertEqual(r.verdict, "violated", r.text)
        self.assertNotIn("Integer[]", r.text)


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

    def test_arrays(self):
        self.good("BatchCounter", "{ addAll([1,2]); addBoxes([5]) } || { addLongs([10,20]) }", ["3, 8, 38", "3, 38, 33", "33, 38, 30"])

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

    def test_identity_hash_codes_are_no_results(self):
        self.good(JUC + "CountDownLatch(1)", "{ countDown() } || { toString() }", ["_, java.util.concurrent.CountDownLatch@[Count = 0]", "_, java.util.concurrent.CountDownLatch@[Count = 1]"])

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
        # The same in a search of programs.
        bounds = ["--threads=3", "--calls=1"]
        self.assertEqual(search("LazyRegister", *bounds).code, 0)
        r = search("LazyRegister", *bounds, "--notion=history")
        self.assertEqual([v["program"] for v in r.data["linearizability"]["violations"]], ["{ write(1) } || { read() } || { read() }"], r.text)

    def test_search(self):
        # All programs of few methods: what is violated, with whom, and that nothing smaller is.
        r = search(JUC + "ConcurrentLinkedDeque", "--methods=addFirst,peekLast,pollFirst", "--threads=2", "--calls=2", "--values=2", "--jobs=2")
        self.assertEqual(r.code, 1, r.text)
        lin = r.data["linearizability"]
        self.assertTrue(lin["exhaustive"])
        self.assertEqual([sorted(v["methods"]) for v in lin["violations"]], [["addFirst(Object)", "peekLast()", "pollFirst()"]])
        v = lin["violations"][0]
        self.assertEqual(v["program"].count("("), 4, v["program"])
        self.assertNotIn(v["outcome"], v["admitted"])
        self.assertTrue(r.violations()[0]["trace"])
        self.assertEqual(lin["programs"], lin["explained"] + lin["violating"] + lin["skipped"] + lin["undecided"])
        # Any two of them are fine.
        for two in ("addFirst,peekLast", "addFirst,pollFirst", "peekLast,pollFirst"):
            r = search(JUC + "ConcurrentLinkedDeque", "--methods=" + two, "--threads=2", "--calls=2", "--values=2")
            self.assertEqual(r.code, 0, r.text)
            self.assertEqual({m["status"] for m in r.data["linearizability"]["methods"]}, {"no violation found"})

    def test_search_is_the_same_with_any_number_of_processes(self):
        options = ["--methods=offer,poll,size,addAll", "--threads=2", "--calls=2"]
        found = []
        for jobs in (["--jobs=1", "--engine=each"], ["--jobs=3", "--engine=each"], ["--jobs=1"], ["--jobs=3"]):
            lin = search(JUC + "ConcurrentLinkedQueue", *options, *jobs).data["linearizability"]
            found.append({k: lin[k] for k in ("programs", "explained", "violating", "skipped", "violations", "methods", "without")})
            if len(jobs) == 2:  # else they are counted of the programs only that were explored on their own
                found[-1]["outcomes"] = lin["outcomes"]
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[2], found[3])
        del found[0]["outcomes"]
        self.assertEqual(found[0], found[2])
        # Nor does it depend on the algorithm, except which unexplained outcome of a program is met first.
        for por in ("none", "source-dpor"):
            lin = search(JUC + "ConcurrentLinkedQueue", *options, "--por=" + por).data["linearizability"]
            self.assertEqual([v["program"] for v in lin["violations"]], [v["program"] for v in found[0]["violations"]])
            self.assertEqual([lin[k] for k in ("programs", "explained", "violating")], [found[0][k] for k in ("programs", "explained", "violating")])
        self.assertEqual(found[0]["without"], ["size()"])

    def test_blame(self):
        # Nothing is wrong with offer and poll alone; either of the others is enough for a violation.
        lin = search(JUC + "ConcurrentLinkedQueue", "--methods=offer,poll,contains,size", "--invocations=4").data["linearizability"]
        self.assertEqual(lin["without"], ["size()", "contains(Object)"])
        self.assertEqual({m["method"]: m["status"] for m in lin["methods"]}, {"offer(Object)": "involved", "poll()": "involved", "size()": "violated", "contains(Object)": "violated"})
        self.assertEqual(search(JUC + "ConcurrentLinkedQueue", "--methods=offer,poll", "--invocations=4").code, 0)

    def test_exact_states(self):
        # Fingerprints are not mistaken in a space as small as this one: whole states give the same.
        for engine in ("together", "each"):
            # Without a violation: which programs have been begun by then depends on who is faster.
            options = ["--methods=offer,poll,peek", "--threads=2", "--calls=2", "--jobs=1", "--engine=" + engine]
            found = [search(JUC + "ConcurrentLinkedQueue", *options, *exact) for exact in ([], ["--exact-states"])]
            for key in ("programs", "explained", "violating", "violations", "methods"):
                self.assertEqual(found[0].data["linearizability"][key], found[1].data["linearizability"][key], key)
        self.assertEqual(found[0].data["linearizability"]["outcomes"], found[1].data["linearizability"]["outcomes"])
        for key in ("states", "transitions"):  # of families it depends on who is faster which are begun in vain
            self.assertEqual(found[0].data["statistics"][key], found[1].data["statistics"][key], key)

    def test_what_is_taken_for_granted(self):
        # Names that no other option spells: with nobody to ask for queues of locks, an arrival is no step; and who locks no Thread joins in one.
        program = "{ put(1); take() } || { put(2); take() }"
        usual = ask(JUC + "LinkedBlockingQueue", program)
        for name in ("lock-queues", "monitors"):
            r = ask(JUC + "LinkedBlockingQueue", program, "--assume=-" + name)
            self.assertEqual(r.data["linearizability"]["admitted"], usual.data["linearizability"]["admitted"])
            self.assertEqual((r.verdict, r.data["linearizability"]["outcomes"]), (usual.verdict, usual.data["linearizability"]["outcomes"]))
            self.assertGreater(r.data["statistics"]["states"], usual.data["statistics"]["states"], name)

    def test_stateless(self):
        # Sequential runs number the objects of states that are gone by then; a search that compares no states must not go by those numbers.
        for por in ("s-por", "dpor"):
            r = ask(JUC + "LinkedBlockingQueue", "{ offer(1) } || { offer(1) }", "--stateless", "--por=" + por)
            self.assertEqual(r.verdict, "verified", r.text)

    def test_search_continues(self):
        # What is known of violations when it goes on decides which programs are explored together, and so of how many
        # the outcomes are counted: that number is the same only where each program is explored on its own.
        keys = ("programs", "explained", "violating", "skipped", "violations", "methods")
        for engine, methods, same in (("together", "offer,poll,size,peek", keys), ("each", "offer,poll,size", (*keys, "outcomes"))):
            state = os.path.join(WORK, f"resume-{engine}.json")
            options = [f"--methods={methods}", "--threads=2", "--calls=3", "--engine=" + engine]
            cls = JUC + "ConcurrentLinkedQueue"
            # Killed as soon as something was kept, which happens every two seconds.
            command = [harness.jmc_path(), "linearizability", "--jdk=" + JDK.home, "--classpath=" + CLASSES, *options, "--jobs=1", "--resume=" + state, cls]
            killed = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while not os.path.exists(state) and killed.poll() is None:
                time.sleep(0.05)
            killed.kill()
            killed.wait()
            rest = search(cls, *options, "--resume=" + state)
            whole = search(cls, *options)
            self.assertGreater(rest.data["linearizability"]["resumed"], 0)
            for key in same:
                self.assertEqual(rest.data["linearizability"][key], whole.data["linearizability"][key], key)
            r = search(cls, "--methods=offer,poll", "--threads=2", "--calls=3", "--engine=" + engine, "--resume=" + state)
            self.assertEqual(r.code, 2, r.text)
            self.assertIn("another description of the class", r.text)

    def test_no_folder_is_left(self):
        """That of a process which was killed goes with the next start; that of one which is at work stays."""
        own = os.path.join(WORK, "temporary")
        # Of others, with names like those: nobody removes them.
        others = ["jmc-generated-classes-", "jmc-generated-classes-abc", "jmc-generated-classes-abcdef", "jmc-linearizability-abcdef"]
        for name in others:
            os.makedirs(os.path.join(own, name))
            with open(os.path.join(own, name, "text" if name.endswith("def") else "A.class"), "w", encoding="utf-8"):
                pass
        env = dict(harness.environment(), TMPDIR=own)
        command = [harness.jmc_path(), "linearizability", "--jdk=" + JDK.home, JUC + "ConcurrentLinkedQueue"]

        def begin():
            before = set(os.listdir(own))
            p = subprocess.Popen([*command, "--threads=3", "--calls=3", "--jobs=2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
            while not set(os.listdir(own)) - before and p.poll() is None:
                time.sleep(0.05)
            return p, set(os.listdir(own)) - before

        killed, left = begin()
        killed.kill()
        killed.wait()
        self.assertTrue(left)
        working, theirs = begin()
        try:
            self.assertFalse(left & set(os.listdir(own)))
            short = subprocess.run([*command, "--methods=offer,poll", "--threads=2", "--calls=1"], stdout=subprocess.DEVNULL, check=False, env=env)
            self.assertIn(short.returncode, (0, 3))
            self.assertLessEqual(theirs, set(os.listdir(own)))
        finally:
            working.terminate()
            working.wait()
        self.assertEqual(sorted(os.listdir(own)), others)
        self.assertEqual([len(os.listdir(os.path.join(own, name))) for name in others], [1] * 4)

    def test_only_the_same_question_continues(self):
        folder = os.path.join(WORK, "changing")
        os.makedirs(folder, exist_ok=True)

        def compile_helper(step):
            with open(os.path.join(folder, "Ticket.java"), "w") as f:
                f.write("public class Ticket { private int n; public synchronized int next() { return Step.after(n++); } }\n"
                        f"class Step {{ static int after(int x) {{ return x + {step}; }} }}\n")
            subprocess.run([JDK.tool("javac"), "-d", folder, os.path.join(folder, "Ticket.java")], check=True)

        def run(*options):
            command = [harness.jmc_path(), "linearizability", "--jdk=" + JDK.home, "--classpath=" + folder, *options, "--resume=" + os.path.join(folder, "state.json"), "Ticket"]
            return subprocess.run(command, capture_output=True, text=True)

        compile_helper(1)
        self.assertEqual(run().returncode, 0)
        self.assertEqual(run("--jobs=1").returncode, 0)                  # changes no answer
        for options, what in ((["--heap=1G"], "--heap: 512M, now 1G"), (["--notion=history"], "--notion: outcomes, now history"), (["--spin-limit=7"], "--spin-limit: 1000, now 7"),
                              (["--refine=-lock-owners"], "--refine: nothing, now -lock-owners"), (["--define=a=b"], "--define: nothing, now a=b"),
                              (["--initial=next()"], "--initial: nothing, now next()"), (["--final=next()"], "--final: nothing, now next()"), (["--specification=Ticket"], "--specification: nothing, now Ticket"),
                              (["--group=next:1"], "bounds")):
            r = run(*options)
            self.assertEqual(r.returncode, 2, options)
            self.assertIn("was made with another " + what, r.stderr)
        # A class that only the class under test knows of, compiled anew.
        compile_helper(2)
        r = run()
        self.assertEqual(r.returncode, 2)
        self.assertIn("another class file of Step", r.stderr)
        os.remove(os.path.join(folder, "Step.class"))
        self.assertIn("Step that is not there any more", run().stderr)
        compile_helper(1)
        self.assertEqual(run().returncode, 0)

    def test_search_of_a_description_from_the_class_file(self):
        r = search("UnlockedCounter")
        self.assertEqual(r.code, 1, r.text)
        self.assertEqual(r.data["linearizability"]["violations"][0]["program"], "{ increment() } || { increment() }")
        self.assertEqual(r.data["linearizability"]["description"]["origin"], "derived from the class file")
        self.assertIn("violated: { increment() } || { increment() }", search("UnlockedCounter", "--progress", "--first").text.splitlines()[0])
        r = search("Counter")
        self.assertEqual(r.code, 0, r.text)
        self.assertTrue(r.data["linearizability"]["exhaustive"])

    def test_description_from_a_file(self):
        spec = os.path.join(WORK, "spec.json")
        with open(spec, "w") as f:
            f.write('{"class": "java.util.concurrent.ArrayBlockingQueue", "default_parameters": [1], "harnessParameters": {"invocations": 3}, "methods": ['
                    '{"name": "offer", "parameters": [{"type": "java.lang.Object"}]}, {"name": "poll", "parameters": []}, {"name": "stream", "parameters": []},'
                    '{"name": "size", "parameters": [], "readonly": true, "harnessParameters": {"invocations": 2}}]}')
        r = search(None, "--spec=" + spec)
        self.assertEqual(r.code, 0, r.text)
        lin = r.data["linearizability"]
        self.assertEqual(lin["class"], "java.util.concurrent.ArrayBlockingQueue(1)")
        self.assertEqual([m["method"] for m in lin["methods"]], ["offer(Object)", "poll()", "size()"])
        self.assertEqual(len(lin["description"]["left_out"]), 1)
        self.assertEqual(lin["bounds"]["invocations"], 3)
        # The same description for another class.
        r = search(JUC + "LinkedBlockingQueue(3)", "--spec=" + spec, "--first")
        self.assertEqual((r.code, r.data["linearizability"]["class"]), (0, "java.util.concurrent.LinkedBlockingQueue(3)"), r.text)

    def test_values_are_renamed_in_all_methods_or_in_none(self):
        # put has 4 calls, containsValue 2, getOrDefault 4. Pairs of calls of which one changes something: 10 + 8; values renamed (the pairs
        # put(k,1) || put(k,2) are their own image): (18 + 2) / 2. Of getOrDefault jmc does not know whether it compares values: 10 + 16.
        for other, parameters, programs in [("containsValue", 1, 10), ("getOrDefault", 2, 26)]:
            spec = os.path.join(WORK, other + ".json")
            with open(spec, "w") as f:
                f.write('{"class": "java.util.concurrent.ConcurrentHashMap", "methods": [{"name": "put", "parameters": ["java.lang.Object", "java.lang.Object"]},'
                        '{"name": "%s", "readonly": true, "parameters": [%s]}]}' % (other, ", ".join(['"java.lang.Object"'] * parameters)))
            r = search(None, "--spec=" + spec, "--threads=2", "--calls=1")
            self.assertEqual((r.code, r.data["linearizability"]["programs"]), (0, programs), r.text)

    def test_random(self):
        options = ["--random=50:3", "--threads=3", "--calls=2", "--methods=offer,poll,peek"]
        first, again = (search(JUC + "ConcurrentLinkedQueue", *options) for _ in range(2))
        self.assertEqual(first.code, 0, first.text)
        self.assertEqual(first.data["linearizability"]["programs"], 50)
        self.assertFalse(first.data["linearizability"]["exhaustive"])
        self.assertEqual(first.data["linearizability"]["outcomes"], again.data["linearizability"]["outcomes"])

    def test_drawn_programs_come_in_any_order(self):
        # The first that is found has a call more than the second, which has other methods.
        r = search(JUC + "ConcurrentLinkedQueue", "--methods=offer,poll,contains,size", "--random=60:7", "--threads=2", "--calls=3")
        found = r.data["linearizability"]["violations"]
        self.assertGreater(found[0]["number"], found[1]["number"])
        self.assertLess(found[0]["program"].count("("), found[1]["program"].count("("))
        self.assertIn("smallest violating program found: " + found[0]["program"], r.text)
        self.assertIn(found[0]["program"], r.violations()[0]["message"])

    def test_java_clients(self):
        # What jmc writes compiles, says the same when it is checked as any program, and what is right runs under java.
        folder, classes = os.path.join(WORK, "emitted"), os.path.join(WORK, "emitted-classes")
        cases = [(JUC + "ConcurrentLinkedDeque", "{ addFirst(1); peekLast() } || { addFirst(0); pollFirst() }", "violated", []),
                 (JUC + "ConcurrentHashMap", "{ put(1,null); putAll({1:2}); keys() } || { replace(1,2,3); remove(2,1); remove(2) }", "verified", []),
                 (JUC + "ConcurrentLinkedQueue", "{ addAll([1,2]); toArray([]); iterator(); spliterator(); contains(null) } || { poll() }", "verified", []),
                 (JUC + "ArrayBlockingQueue(1)", "{ offer(1,1,\"SECONDS\"); toArray() } || { remove() }", "verified", []),
                 ("BatchCounter", "{ addAll([1,2]); addBoxes([5]) } || { addLongs([10,20]) }", "verified", []),
                 (JUC + "Semaphore(1)", "{ release() } || { toString() }", "verified", []),
                 (JUC + "CopyOnWriteArrayList", "{ add(1); add(0,2); remove(0) } || { size(); indexOf(1) }", "verified", []),
                 ("LazyRegister", "{ write(1) } || { read() } || { read() }", "violated", ["--notion=history"]),
                 ("AtomicCounter", "{ increment(); increment() } || { increment() }", "verified", ["--notion=history"])]
        names = []
        for i, (cls, program, verdict, options) in enumerate(cases):
            r = ask(cls, program, "--emit=" + os.path.join(folder, str(i)), *options)
            self.assertEqual(r.verdict, verdict, r.text)
            names.append(cls.split(".")[-1].split("(")[0] + "_1")
        harness.compile_java(JDK, [os.path.join(folder, str(i), name + ".java") for i, name in enumerate(names)], classes, classpath=CLASSES)
        for i, (cls, program, verdict, options) in enumerate(cases):
            r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + classes + ":" + CLASSES, names[i]])
            self.assertEqual(r.verdict, verdict, names[i] + r.text)
            if verdict == "violated":
                self.assertIn("unexplained outcome", r.text)
                continue
            for arguments in ([], ["1000"]):
                run = subprocess.run([JDK.tool("java"), "-cp", classes + ":" + CLASSES, names[i], *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
                self.assertEqual(run.returncode, 0, run.stdout)
                self.assertTrue(run.stdout)
        search("UnlockedCounter", "--emit=" + os.path.join(folder, "all"))
        self.assertEqual(os.listdir(os.path.join(folder, "all")), ["UnlockedCounter_1.java"])

    def test_page(self):
        page = os.path.join(WORK, "page.html")
        r = search(JUC + "ConcurrentLinkedQueue", "--methods=offer,poll,size", "--threads=2", "--calls=2", "--html=" + page)
        with open(page, encoding="utf-8") as f:
            text = f.read()
        # Well-formed, nothing from elsewhere, and every violation with its trace.
        parser = Page()
        parser.feed(text)
        self.assertEqual(parser.open, [])
        self.assertEqual([a for a in parser.addresses if not a.startswith("#")], [])
        lin = r.data["linearizability"]
        self.assertTrue(lin["violations"])
        for v, told in zip(lin["violations"], r.violations()):
            self.assertIn(v["program"], text)
            self.assertIn(escape(told["trace"][-1]["operation"]), text)
        self.assertEqual(search("Counter", "--html=" + os.path.join(WORK, "nowhere", "page.html")).code, 2)

    def test_errors(self):
        for cls, program, words in [("Nowhere", "{ a() }", "was not found"), ("Counter", "{ nothing() }", "no public method"),
                                    ("Counter", "{ get(1) }", "no public method"), ("Counter", "{ get( }", "expected"),
                                    (JUC + "ConcurrentLinkedQueue", "{ stream() }", "cannot be compared"),
                                    ("java.util.Queue", "{ poll() }", "abstract"), (JUC + "ArrayBlockingQueue()", "{ poll() }", "no constructor")]:
            r = ask(cls, program)
            self.assertEqual(r.code, 2, r.text)
            self.assertIn(words, r.text)
        for options in (["--methods=nothing", "Counter"], ["--threads=1", "Counter"], ["--random=x", "Counter"], ["--spec=/nowhere.json", "Counter"], ["Counter", "Gate"],
                        ["--threads=2", "--program", "{ get() }", "Counter"],
                        # They leave executions out.
                        ["--seal=Counter.get", "Counter"], ["--search=random", "Counter"], ["--bound=preemption:0..", "Counter"], []):
            self.assertEqual(harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *options], command=["linearizability"]).code, 2, options)

    def test_results_that_hide_their_value(self):
        # Both calls draw the same number, but a future says by its text which object it is and not what is in it.
        r = search("NumbersInFutures")
        self.assertEqual(r.code, 2, r.text)
        self.assertIn("left out later(): later() returns java.util.concurrent.CompletableFuture, which cannot be compared as text", r.text)
        self.assertIn("which cannot be compared as text", ask("NumbersInFutures", "{ later() } || { later() }").text)
        # A text built on one that is built on Object's is none either; one that says the value is.
        # So is one with a hash code, unless that is one of the value.
        # A number behind "Name@" is a value, as long as it is too small for an identity hash code.
        for method, verdict in (("named", "error"), ("told", "violated"), ("hashed", "error"), ("hashedByValue", "violated"), ("likeIdentity", "violated")):
            self.assertEqual(ask("NumbersInObjects", "{ %s() } || { %s() }" % (method, method)).verdict, verdict)

    def test_how_objects_are_made(self):
        # A class without a package may be as little public as what calls it.
        self.assertEqual(search("HiddenCounter").verdict, "violated")
        for cls, words in (("OnlyStatic", "has no method that can be called, expected public ones that are not static"),
                           ("NumbersInObjects.Named", "the nested class is 'NumbersInObjects$Named'")):
            r = search(cls)
            self.assertEqual(r.code, 2, r.text)
            self.assertIn(words, r.text)
        for cls in ("OnlyByFactory", "OnlyByFactory.make"):
            self.assertEqual(search(cls).verdict, "violated")

    def test_what_there_is_instead(self):
        """Who names a class, a constructor or a method wrongly is told what there is."""
        jar = os.path.join(WORK, "some.jar")
        with open(jar, "wb"):
            pass
        source = os.path.join(HERE, "structures", "Counter.java")
        inside = os.path.join(WORK, "Inside.java")
        with open(inside, "w") as f:
            f.write("package pack; public class Inside { }")
        subprocess.run([os.path.join(JDK.home, "bin", "javac"), "-d", CLASSES, inside], check=True)
        for words, arguments in (("no constructor of OnePlace for OnePlace(1,2); there is OnePlace(java.lang.String)", ["OnePlace(1,2)"]),
                                 ("OnePlace.shut: no public constructor (or factory) has parameters that can be filled; expected CLASS(arguments), or a public static method of a class of your own that makes one: CLASS.method(arguments); there is OnePlace.shut(java.lang.Class)", ["OnePlace.shut"]),
                                 ("no public method of OnePlace for put(); there is put(int), put(int,java.lang.String)", ["--program={ put() } || { put(1) }", 'OnePlace("a")']),
                                 ("no public method of OnePlace for keep(1)", ["--program={ keep(1) } || { put(1) }", 'OnePlace("a")']),
                                 ("has no method keep in its description (derived from the class file); that of the class is not public; it has put, get", ["--methods=keep", 'OnePlace("a")']),
                                 ("there is no program of these methods within these bounds that changes anything; not public: keep(int)", ["--methods=get", "--group=get:1", 'OnePlace("a")']),
                                 ("Counter.java is a source; expected what javac -g makes of it, a class", ["--specification=" + source, 'OnePlace("a")']),
                                 ("class OnePlac was not found, neither in --classpath nor in the JDK; is OnePlace meant?", ["OnePlac"]),
                                 ("class Inside was not found, neither in --classpath nor in the JDK; there is a class pack.Inside: \"--classpath=", ["Inside"]),
                                 ("some.jar is a jar; expected --classpath=" + jar + " and the name of a class in it", [jar])):
            r = search(None, *arguments)
            self.assertIn(r.code, (2, 3), r.text)
            self.assertIn(words, r.text)

    def test_names_of_no_class(self):
        """A name in the visible list that means nothing is an error, in a program and in a search, trusted or not; the name that may be meant is told."""
        queue = JUC + "ConcurrentLinkedQueue"
        few = ["--threads=2", "--calls=1", "--values=1", "--methods=offer,poll"]
        for options in ([], ["--trust-visible"]):
            for r in (ask(queue, "{ offer(1) } || { poll() }", "--visible=ConcurrentLinkedQueu", *options), search(queue, "--visible=ConcurrentLinkedQueu", *few, *options)):
                self.assertEqual(r.code, 2, r.text)
                self.assertIn("error: --visible=ConcurrentLinkedQueu: the program loaded no class of that name; is ConcurrentLinkedQueue meant?", r.text)
        r = search(queue, "--visible=ConcurrentLinkedQueue,Nod", *few)
        self.assertEqual(r.code, 2, r.text)
        self.assertIn("--visible=Nod: the program loaded no class of that name", r.text)
        self.assertEqual(search(queue, "--visible=ConcurrentLinkedQueue", *few).code, 0)


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=30))
