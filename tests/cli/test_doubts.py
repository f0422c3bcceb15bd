#!/usr/bin/env python3
"""Doubts and advice: what jmc says about the set-up, about what it relied on, about limits, and about errors that disappear."""
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from doubting import BOTH, CLASSES, HERE, JDK, JDKS, JMC, WORK, Case, harness, jmc, setUpModule, tearDownModule  # noqa: E402, F401

STRATEGIES = ("dl-s-por", "none", "s-por", "optimal-dpor")


class PrintingWithoutEnd(Case):
    """Texts without end: `bye` after any number of lines. Those told apart are the first of them, and the answer says that there are more."""

    def test_outcomes(self):
        for strategy in ("dl-s-por", "s-por", "de-s-por", "o-dpor", "none"):
            for exact in ([], ["--exact-states"]):
                text, report = self.report("--por=" + strategy, *exact, "PrintsForEver", code=0)
                printed = [o["output"] for o in report["outcomes"]]
                self.assertEqual(sorted(printed, key=len), ["tick\n" * n + "bye\n" for n in range(len(printed))], strategy)
                self.assertGreater(len(printed), 1)
                longer = report["longer_outcomes"]
                self.assertLess(max(map(len, printed)), longer["bytes"] + 1)
                self.assertGreater(longer["end_states"], 0)
                self.assertIn("and longer ones: the program can print without end", text)

    def test_members_of_a_portfolio_do_not_contradict_each_other(self):
        text, report = self.report("--portfolio", "--compare", "--time-limit=5", "PrintsForEver", code=0)
        self.assertIn("longer_outcomes", report)

    def test_livelock(self):
        for strategy in ("dl-s-por", "none"):
            _, report = self.report("--por=" + strategy, "PrintsForEver", "stay", code=1)
            self.assertEqual([v["kind"] for v in report["violations"]], ["livelock"])

    def test_output_that_only_grows_is_told_apart(self):
        """No state comes again: the rounds are counted."""
        _, report = self.report("PrintsCounted", code=0)
        self.assertEqual(sorted(o["output"] for o in report["outcomes"]), ["x" * 5000 + end + "\n" for end in ("first", "second")])
        self.assertNotIn("longer_outcomes", report)


class PrintingMuch(Case):
    """More texts than are told apart: states that differ in them are one, violations are found as before. n lines of two threads mix in C(2n, n) ways."""

    def test_verified(self):
        for strategy in STRATEGIES:
            lines = 3 if strategy == "optimal-dpor" else 5
            _, each = self.report("--por=" + strategy, "--outcomes=all", "PrintsMuch", str(lines), code=0)
            self.assertEqual(len(each["outcomes"]), math.comb(2 * lines, lines), strategy)
            text, few = self.report("--por=" + strategy, "--outcomes=9", "PrintsMuch", str(lines), code=0)
            self.assertIn("outcomes: too many to be told apart", text)
            self.assertEqual((few["outcomes"], few["longer_outcomes"]["bytes"]), ([], 0))
            self.assertLess(few["statistics"]["states"], each["statistics"]["states"])

    def test_by_default(self):
        """C(24, 12) = 2 704 156 texts."""
        text, report = self.report("--second-opinion=200000", "PrintsMuch", "12", code=0)
        self.assertEqual(report["second_opinion"]["answer"], "agrees")
        self.assertIn("outcomes: too many to be told apart", text)

    def test_violated(self):
        for strategy in STRATEGIES[:3]:
            _, report = self.report("--por=" + strategy, "--outcomes=9", "PrintsMuch", "4", "lost", code=1)
            self.assertEqual([v["kind"] for v in report["violations"]], ["assertion"])

    def test_who_asks_for_all_has_all(self):
        _, report = self.report("--keep-going", "PrintsMuch", "8", code=0)
        self.assertEqual(len(report["outcomes"]), math.comb(16, 8))


class FullHeap(Case):
    """Which allocation fails depends on what a JVM keeps. The error itself has room, and a program that does nothing but fill the heap can be stopped."""

    def test_full(self):
        text, report = self.report("--heap=16M", "HeapFull", code=3)
        self.assertIn("(--heap=SIZE)", report["reason"])

    def test_tries_for_ever(self):
        began = time.monotonic()
        text, report = self.report("--heap=16M", "--time-limit=3", "HeapFull", "again", code=3)
        self.assertIn("time limit", report["reason"])
        self.assertNotIn("did not come to its end", text)
        self.assertLess(time.monotonic() - began, 60)

    def test_what_no_heap_holds(self):
        _, report = self.report("ArrayTooLarge", code=0)
        self.assertEqual([o["output"] for o in report["outcomes"]], ["Java heap space\n"])


class Advice(Case):
    def test_options_of_java(self):
        client = os.path.join(CLASSES, "Swallow.class")
        for arguments, says in [
            (["-Xmx512m", client], ["--heap=512m", "--memory-limit"]),
            (["-Xss1m", client], ["--stack=1m"]),
            (["-jar", "app.jar"], ["jmc app.jar"]),
            (["--illegal-access=permit", client], ["--add-opens=MODULE/PACKAGE=ALL-UNNAMED"]),
            (["--add-opens", "java.base=ALL-UNNAMED", client], ["expected MODULE/PACKAGE="]),
            (["-da", client], ["assertions are always on"]),
            (["--keepgoing", client], ["--keep-going meant"]),
            (["-keep-going", client], ["two dashes: --keep-going"]),
            (["--jdk=" + JDK.home + "/bin/java", client], ["--jdk=" + JDK.home]),
            (["--jdk=" + JDK.home + "/bin", client], ["--jdk=" + JDK.home]),
        ]:
            with self.subTest(arguments):
                self.error(*arguments, says=says, jdk=None)

    def test_programs(self):
        folder = os.path.join(WORK, "advice")
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join(HERE, "doubts", "pack", "Main.java"), folder)
        shutil.copy(os.path.join(CLASSES, "pack", "Main.class"), folder)
        os.makedirs(os.path.join(folder, "out"), exist_ok=True)
        shutil.copy(os.path.join(CLASSES, "Swallow.class"), os.path.join(folder, "out"))
        jar = os.path.join(folder, "plain.jar")
        subprocess.run([os.path.join(JDK.home, "bin", "jar"), "cf", jar, "-C", CLASSES, "Swallow.class"], check=True)
        for arguments, says, cwd in [
            (["No.java"], ["no such file"], folder),
            (["Main"], ["called pack.Main"], folder),
            (["Main.class"], ["called pack.Main"], folder),
            (["Main"], ["there is a class pack.Main", "--classpath=. pack.Main"], CLASSES),
            (["pack.Main"], ["called pack.Main", "--classpath=.. pack.Main"], os.path.join(CLASSES, "pack")),
            (["out/Swallow"], ["called Swallow", "--classpath=out Swallow"], folder),
            (["./out/Swallow"], ["called Swallow", "--classpath=out Swallow"], folder),
            (["out.Swallow"], ["called Swallow", "--classpath=out Swallow"], folder),
            (["plain.jar"], ["--classpath=plain.jar pkg.Main"], folder),
            (["Helper.class"], ["no method", "these have one: ", "BlockerOfLock, "], CLASSES),
            (["NotStatic.class"], ["public static void main(String[])", "JDK 25"], CLASSES),
        ]:
            with self.subTest(arguments):
                self.error(*arguments, says=says, cwd=cwd)

    def test_after_the_class(self):
        text, data = self.report("Swallow", "none", "--keep-going", "-Xmx1g", "plain", code=0)
        self.assertEqual([n.split()[0] for n in data["notes"]], ["--keep-going", "-Xmx1g"])
        self.assertIn("note: --keep-going stands after the program", text)
        self.assertEqual(self.report("Swallow", "none", "--verbose", code=0)[1]["notes"], [])

    def test_methods_of_a_class(self):
        cls = "java.util.concurrent.ConcurrentLinkedQueue"
        self.error("linearizability", "--jdk=" + JDK.home, "--methods=ofer", cls, jdk=None, says=["no method ofer", "is offer meant?", "poll"])
        self.error("linearizability", "--jdk=" + JDK.home, "--methods=stream", cls, jdk=None, says=["a method that is left out: stream()", "Stream, which cannot be compared"])


class SetUp(Case):
    def test_class_path(self):
        folder = os.path.join(WORK, "lib")
        os.makedirs(folder, exist_ok=True)
        subprocess.run([os.path.join(JDK.home, "bin", "jar"), "cf", os.path.join(folder, "a.jar"), "-C", CLASSES, "."], check=True)
        path = os.path.join(WORK, "class-path.json")
        r = jmc("--json", path, "--classpath", folder + "/*:/no/where:" + folder + "/b.jar:/no/jars/*", "Swallow", "none")
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        with open(path, encoding="utf-8") as f:
            warnings = json.load(f)["warnings"]
        self.assertEqual([w.split(": ")[1] for w in warnings], ["/no/jars/*", "/no/where", folder + "/b.jar"])

    def test_missing_class(self):
        # The class is there when the client is compiled, and not when it runs.
        folder = os.path.join(WORK, "missing")
        shutil.copytree(CLASSES, folder, dirs_exist_ok=True)
        os.remove(os.path.join(folder, "Helper.class"))
        for jdk in JDKS:
            for how in ("here", "thread", "future", "initialiser"):
                with self.subTest((jdk.key, how)):
                    self.error("--classpath=" + folder, "NeedsHelper", how, says=["class Helper was not found at run time", "NeedsHelper", ".java:", folder], jdk=jdk)
            for how in ("name", "caught", "probed", "wrapped"):
                with self.subTest((jdk.key, how)):
                    r = jmc("--classpath=" + folder, "NeedsHelper", how, jdk=jdk)
                    self.assertEqual(r.returncode, 1 if how in ("name", "wrapped") else 0, r.stdout + r.stderr)

    def test_words_of_missing_classes(self):
        folder = os.path.join(WORK, "signatures")
        shutil.copytree(CLASSES, folder, dirs_exist_ok=True)
        os.remove(os.path.join(folder, "Helper.class"))
        for jdk in JDKS:
            wanted = subprocess.run([os.path.join(jdk.home, "bin", "java"), "-cp", folder, "Signatures"], capture_output=True, text=True, check=True).stdout
            path = os.path.join(WORK, "words.json")
            self.assertEqual(jmc("--json", path, "--classpath=" + folder, "Signatures", jdk=jdk).returncode, 0)
            with open(path, encoding="utf-8") as f:
                self.assertEqual([o["output"] for o in json.load(f)["outcomes"]], [wanted])

    def test_traces_that_are_looked_at(self):
        # Where a thread stands that is on its way is in doubt, however the program comes to see it; the first line says so.
        for jdk in JDKS:
            for way in ("get", "getOrDefault", "values", "entries", "forEach", "copy", "remove", "put", "stream", "text", "own"):
                with self.subTest(way, jdk=jdk.feature):
                    run = jmc("--classpath=" + CLASSES, "TraceOfRunner", way, jdk=jdk)
                    self.assertEqual(run.returncode, 3, run.stdout)
                    self.assertEqual(run.stdout.splitlines()[0], "inconclusive: not every answer is explored of what the program asked for: the stack trace or status of another thread that "
                                     "was not seen to wait")
                    self.assertIn("in doubt: not every schedule of these was explored", run.stdout)

    def test_traces_of_threads_that_have_to_wait(self):
        # It may not even have begun (then there are no frames), unless somebody saw it wait.
        for jdk in JDKS:
            for way, code in (("at once", 3), ("once seen", 0)):
                with self.subTest(way, jdk=jdk.feature):
                    run = jmc("--classpath=" + CLASSES, "TraceOfParked", way, jdk=jdk)
                    self.assertEqual(run.returncode, code, run.stdout)

    def test_instance_main(self):
        # What would do is said, also where compiling for the JDK at hand would not.
        old = [j for j in BOTH if j.feature < 25][0]
        folder = os.path.join(WORK, "newmain")
        shutil.copytree(CLASSES, folder, dirs_exist_ok=True)
        for name in ("NotStatic", "Helper"):
            with open(os.path.join(folder, name + ".class"), "r+b") as f:
                f.seek(6)
                f.write((44 + 25).to_bytes(2, "big"))
        text = jmc("--classpath=" + folder, "NotStatic", jdk=old).stderr
        self.assertIn("use --jdk=DIR with a JDK 25 or newer", text)
        self.assertNotIn("compile with", text)
        self.assertIn("public static void main(String[])", text)
        text = jmc("--classpath=" + folder, "Helper", jdk=old).stderr
        self.assertIn("or compile with --release %d" % old.feature, text)
        new = [j for j in BOTH if j.feature >= 25]
        if new and new[0].home.startswith("/usr/lib/jvm/"):
            for argument in (folder, CLASSES):
                self.assertIn("for instance --jdk=/usr/lib/jvm/", jmc("--classpath=" + argument, "NotStatic", jdk=old).stderr)

    def test_too_new(self):
        folder = os.path.join(WORK, "new")
        shutil.copytree(CLASSES, folder, dirs_exist_ok=True)
        path = os.path.join(folder, "Helper.class")
        with open(path, "r+b") as f:
            f.seek(6)
            f.write((44 + 25).to_bytes(2, "big"))
        old = [j for j in BOTH if j.feature < 25][0]
        self.error("--classpath=" + folder, "NeedsHelper", "here", says=["Helper is compiled for Java 25", "--jdk", "NeedsHelper.main"], jdk=old)
        self.assertEqual(jmc("--classpath=" + folder, "NeedsHelper", "caught", jdk=old).returncode, 0)
        with open(os.path.join(folder, "Swallow.class"), "r+b") as f:
            f.seek(6)
            f.write((44 + 25).to_bytes(2, "big"))
        self.error("--classpath=" + folder, "Swallow", says=["Swallow is compiled for Java 25", "--release " + str(old.feature)], jdk=old)
        with open(path, "r+b") as f:
            f.seek(6)
            f.write((44 + 99).to_bytes(2, "big"))
        for jdk in JDKS:
            self.error("--classpath=" + folder, "NeedsHelper", "here", says=[path, "143", "Java 1.0 to"], jdk=jdk)


class Precise(Case):
    def test_finals_that_change(self):
        for strategy in STRATEGIES[:3]:
            # Nothing orders the read and the write, also where the read lies before the first choice.
            _, data = self.report("--por=" + strategy, "--keep-going", "FinalChanged", code=0)
            self.assertEqual(sorted(o["output"].strip() for o in data["outcomes"]), ["1", "2"])
            _, data = self.report("--por=" + strategy, "--keep-going", "FinalChanged", "late", code=0)
            self.assertEqual(sorted(o["output"].strip() for o in data["outcomes"]), ["1", "2", "begun 1", "begun 2"])

    def test_finals_that_change_are_read_in_any_way(self):
        for how in ("clone", "field", "method", "var", "optional"):
            for strategy in STRATEGIES[:3]:
                # Both 1 and 2 may be seen: a search that sees both is right, and one that sees one of them has to say so.
                path = os.path.join(WORK, "finals.json")
                r = jmc("--json", path, "--classpath", CLASSES, "--por=" + strategy, "--keep-going", "FinalChangedUnder", how)
                with open(path, encoding="utf-8") as f:
                    data = json.load(f)
                if data["verdict"] == "verified":
                    self.assertEqual(sorted(o["output"].strip() for o in data["outcomes"]), ["1", "2"], how)
                else:
                    self.assertEqual((r.returncode, len(data["holes"])), (3, 1), how + r.stdout + r.stderr)
                    self.assertRegex(data["holes"][0], r"final field (FinalChangedUnder\$Box|java.util.Optional).value: written")

    def test_what_locks_of_one_step_do_not_show(self):
        # Where the thread waits its blocker is not null, and where it has not come to the lock it is: 50 ms may be enough or not.
        for strategy in STRATEGIES:
            for arguments in ([], ["timed"]):
                # Who asks finds out that locks are not single steps: the answer is that of real ones.
                _, data = self.report("--por=" + strategy, "--keep-going", "BlockerOfLock", *arguments, code=1)
                self.assertEqual({v["kind"] for v in data["violations"]}, {"assertion"})

    def test_states_asked_by_reflection(self):
        for strategy in STRATEGIES:
            _, data = self.report("--por=" + strategy, "--keep-going", "StateByReflection", code=3)
            self.assertEqual(len(data["holes"]), 1)
            self.assertIn("Thread.getState", data["holes"][0])

    def test_holes_name_both_places(self):
        text, data = self.report("--visible=Holes", "Holes", code=3)
        self.assertEqual(len(data["holes"]), 1)
        self.assertRegex(data["holes"][0], r'^field Box.value: (written|read) by thread \d "\w+" at Box\.\w+\(Holes.java:\d+\), (written|read) by thread \d "\w+" at Box\.\w+\(Holes.java:\d+\)$')

    def test_limits(self):
        text, data = self.report("--all-shared", "--time-limit=3", "Grows", code=3)
        self.assertRegex(data["stopped_at"], r'at thread \d "\w+", Grows\.\w+\(Grows.java:\d+\); so far Grows.count went from 0 to \d+')
        self.assertIn("note: it stopped at thread", text)
        _, data = self.report("--all-shared", "--memory-limit=150M", "--time-limit=60", "Grows", code=3)
        self.assertIn("memory limit", data["stopped"])
        self.assertIn("Grows.count went from 0", data["stopped_at"])
        _, data = self.report("--step-limit=5000000", "Grows", "alone", code=3)
        self.assertRegex(data["stopped_at"], r'Grows\.alone\(Grows.java:\d+\)')
        _, data = self.report("--step-limit=5000000", "Grows", "alone", code=3)
        self.assertIn("step limit", data["stopped"])

    def test_signals_in_short_order(self):
        # As `timeout` sends them: one to its child, one to its group.
        for first, second in [(signal.SIGTERM, signal.SIGTERM), (signal.SIGINT, signal.SIGTERM)]:
            p = subprocess.Popen([JMC, "--jdk=" + JDK.home, "--classpath", CLASSES, "--all-shared", "Grows"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=harness.environment())
            time.sleep(1.5)
            p.send_signal(first)
            p.send_signal(second)
            time.sleep(0.05)
            try:
                p.send_signal(second)
            except ProcessLookupError:
                pass
            out, err = p.communicate(timeout=600)
            self.assertEqual((p.returncode, err), (3, ""), out)
            self.assertRegex(out, r"^inconclusive: interrupted(; nothing found in .*)?\n")
        r = subprocess.run(["timeout", "2", JMC, "--jdk=" + JDK.home, "--classpath", CLASSES, "--all-shared", "Grows"], capture_output=True, text=True)
        self.assertEqual((r.returncode, r.stdout.splitlines()[0].split("; nothing found in")[0]), (124, "inconclusive: interrupted"))

    def test_relied_on(self):
        text, data = self.report("World", "in", code=0)
        self.assertEqual([w["topic"] for w in data["relied_on"]], ["System.in"])
        self.assertRegex(text, r"\n  System.in   is empty; read at World.main\(World.java:\d+\)\n")
        more = {"map": ["reference queues", "hash codes"], "cleaner": ["reference queues"]}  # a WeakHashMap and a Cleaner look into theirs
        for jdk in JDKS:
            for how in ("weak", "soft", "map", "cleaner"):
                _, data = self.report("World", how, code=0, jdk=jdk)
                self.assertEqual([w["topic"] for w in data["relied_on"]], ["references"] + more.get(how, []), how)
        self.assertEqual(self.report("World", "nothing", code=0)[1]["relied_on"], [])

    def test_hash_codes(self):
        # A JVM gives both orders. To print a trace needs hash codes, too, but no order.
        text, data = self.report("OrderOfHashes", code=0)
        self.assertRegex(text, r"(?m)^  hash codes  .*OrderOfHashes\$Key.* are the same in every run.*; asked for at OrderOfHashes\S*\(OrderOfHashes.java:\d+\)$")
        self.assertIn("hash codes", [w["topic"] for w in data["relied_on"]])
        text, data = self.report("TracePrinted", code=0)
        self.assertIn("Caused by: TracePrinted$Own: own", data["outcomes"][0]["output"])
        self.assertNotIn("hash codes", text)

    def test_weak_references(self):
        def outputs(how, *options, jdk=JDK):
            return sorted(o["output"].strip() for o in self.report(*options, "Cleared", how, code=0, jdk=jdk)[1]["outcomes"])
        for jdk in JDKS:
            for strategy in ("dl-s-por", "none"):
                both = ("--weak-references=both", "--por=" + strategy)
                self.assertEqual(outputs("held", *both, jdk=jdk), ["true"])
                self.assertEqual(outputs("dropped", *both, jdk=jdk), ["false false", "true false", "true true"])
                # The array reaches the entry: it may go alone, and does not stay when the entry goes.
                self.assertEqual(outputs("chain", *both, jdk=jdk), ["false false false", "true false false", "true true false", "true true true"])
                self.assertEqual(outputs("race", *both, jdk=jdk), ["cleared", "value"])
            for how in ("held", "dropped", "chain", "race"):
                self.assertEqual(len(outputs(how, jdk=jdk)), 1)

    def test_finalizers(self):
        # HotSpot does not run the finalizer of Empty: a class that overrides it with nothing has none.
        for how, options, expected in (("own", (), ["finalizers-not-run"]), ("derived", (), ["finalizers-not-run"]), ("reflected", (), ["finalizers-not-run"]), ("empty", (), []), ("none", (), []),
                                       ("queue", (), ["weak-references-kept"]), ("queue", ("--weak-references=both",), ["reference-queues-empty"])):
            with self.subTest((how, options)):
                text, data = self.report(*options, "Finalized", how, code=0)
                self.assertEqual(data["holds_under"], expected)
                self.assertEqual("finalizers not run" in text.splitlines()[0], expected == ["finalizers-not-run"])
                self.assertEqual(", made at " in text, expected == ["finalizers-not-run"])

    def test_sampling_with_violations(self):
        _, data = self.report("--search=random:1", "--executions=20", "--keep-going", "Swallow", "uncaught", code=1)
        self.assertNotIn("no violation", data["stopped"])
        self.assertIn("20 executions were drawn", data["stopped"])


class Swallowed(Case):
    LOST = ("future", "completable", "dependent", "catchall", "error", "finally", "conditional", "handler", "wrapper", "scheduled", "unlooked", "kept", "kept-in-object", "kept-atomically", "done")
    ASKED = ("get", "ignored-get", "join", "exceptionally", "when", "printed", "named", "stored", "rethrown", "collected", "resource", "after-execute", "handled",
             "kept-and-asked", "kept-and-thrown", "kept-and-reflected", "kept-and-handled", "completed-exceptionally")

    def places(self, data):
        return [(s["error"].split(":")[0], s["thrown"], s["caught"]) for s in data["swallowed"]]

    def test_lost(self):
        for jdk in JDKS:
            for how in self.LOST:
                with self.subTest((jdk.key, how)):
                    text, data = self.report("Swallow", how, code=0, jdk=jdk)
                    self.assertEqual(len(data["swallowed"]), 1, text)
                    (error, thrown, caught), = self.places(data)
                    self.assertEqual(error, "java.lang.AssertionError")
                    self.assertRegex(thrown, r"^Swallow\.\S+\(Swallow.java:\d+\)$")
                    self.assertRegex(caught, r"\(\w+.java:\d+\)$")
                    self.assertIn("swallowed: nobody looked at this error", text)
                    _, data = self.report("--swallowed=violation", "Swallow", how, code=1, jdk=jdk)
                    self.assertEqual(data["violations"][0]["kind"], "assertion")
                    self.assertIn(", swallowed at " + caught, data["violations"][0]["message"])
                    self.assertEqual(self.report("--swallowed=off", "Swallow", how, code=0, jdk=jdk)[1]["swallowed"], [])

    def test_asked(self):
        for jdk in JDKS:
            for how in self.ASKED:
                with self.subTest((jdk.key, how)):
                    _, data = self.report("--swallowed=violation", "Swallow", how, code=0, jdk=jdk)
                    self.assertEqual(data["swallowed"], [])
                    _, data = self.report("Swallow", how, code=0, jdk=jdk)
                    self.assertEqual(data["swallowed"], [])

    def test_strategies_agree(self):
        # Lost in some schedules only, of one thread or of both; the state after it is otherwise the same.
        seen = set()
        for strategy in STRATEGIES:
            _, data = self.report("--por=" + strategy, "SwallowRace", code=0)
            seen.add(tuple(sorted(self.places(data))))
            self.assertEqual(len(data["swallowed"]), 2, strategy)
            self.report("--por=" + strategy, "--swallowed=violation", "SwallowRace", code=1)
        self.assertEqual(len(seen), 1)

    def test_loop(self):
        # The same error again and again is one: the states are finite.
        _, data = self.report("Swallow", "loop", code=0)
        self.assertEqual(len(data["swallowed"]), 1)
        self.assertLess(data["statistics"]["states"], 100)

    def test_story_has_what_was_thrown_and_caught(self):
        text, data = self.report("Caught", code=1)
        rows = [s["operation"] for s in data["violations"][0]["trace"]]
        self.assertEqual([r for r in rows if r.startswith("throws")][0], "throws IllegalStateException, caught in Caught.lambda$main$0, line 10")

    def test_story_begins_with_what_was_caught_before_the_first_choice(self):
        text, data = self.report("CaughtEarly", code=1)
        first = [s for s in data["violations"][0]["trace"] if s["operation"].startswith("throws")][0]
        self.assertEqual((first["thread"], first["operation"]), (1, "throws NullPointerException, caught in CaughtEarly.lambda$main$0, line 11"))
        self.assertIn('thread 1 "Thread-0" throws NullPointerException, caught in CaughtEarly.lambda$main$0, line 11 (thrown at CaughtEarly.java:10); then', text)

    def test_story_has_the_end_of_another_thread(self):
        _, data = self.report("--keep-going", "DiesBeside", code=1)
        stories = {v["kind"]: [(s["thread"], s["operation"]) for s in v["trace"] if s["operation"].startswith("throws")] for v in data["violations"]}
        self.assertEqual(stories, {"uncaught-exception": [(1, "throws IllegalStateException")],
                                   "assertion": [(1, "throws IllegalStateException, caught by nobody"), (0, "throws AssertionError")]})

    def test_story_ends_with_the_violation(self):
        # Whoever waited for the thread that has died prints something afterwards, in the same step.
        _, data = self.report("DiesThenPrints", code=1)
        self.assertEqual([(s["thread"], s["operation"]) for s in data["violations"][0]["trace"]][-2:],
                         [(1, "read x = 1"), (1, "throws IllegalStateException")])

    def test_violation_without_older_values_stands(self):
        # The second search, with older values, cannot go on.
        for options in ([], ["--keep-going"], ["--keep-going", "--races=violation"]):
            text, data = self.report("--memory=jmm", *options, "LostThenMixed", code=1)
            self.assertIn("assertion", [v["kind"] for v in data["violations"]], options)
            self.assertIn("this happens under sequential consistency", text)

    def test_older_values_are_refused(self):
        # Other searches check programs without data races; of one with races they say which search is needed.
        for options, way_out in ((["--por=optimal-dpor"], "expected --por=none, s-por or dl-s-por"), (["--stateless"], "expected a search without --stateless")):
            text, data = self.report("--memory=jmm", *options, "Published", code=3)
            self.assertEqual(data["verdict"], "inconclusive")
            for said in ("there are data races, and with them older values", way_out):
                self.assertIn(said, text.splitlines()[0])

    def test_witness_of_races_beside_older_values(self):
        # A race is found under sequential consistency, the error needs older values: the witness has both searches.
        path = os.path.join(WORK, "races.witness")
        text, data = self.report("--memory=jmm", "--races=violation", "--keep-going", "--witness", path, "Published", code=1)
        self.assertIn("races let older values be read of Published.data, Published.ready", text)
        found = [(v["kind"], v["message"]) for v in data["violations"]]
        self.assertEqual([kind for kind, _ in found].count("assertion"), 1)
        races = [message for kind, message in found if kind == "data-race"]
        self.assertEqual({message.split(":")[0] for message in races}, {"data race on Published.ready", "data race on Published.data"})
        self.assertEqual(len(found), 1 + len(races))
        again = os.path.join(WORK, "again.json")
        for number, violation in enumerate(found):
            r = jmc("replay", "--jdk=" + JDK.home, "--json", again, "--execution=%d" % (number + 1), path, jdk=None)
            self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
            with open(again, encoding="utf-8") as f:
                same = json.load(f)["violations"]
            self.assertEqual([(v["kind"], v["message"]) for v in same], [violation])
            self.assertEqual([s["operation"] for s in same[0]["trace"]], [s["operation"] for s in data["violations"][number]["trace"]])
        # Behind the violations are the outcomes.
        number = len(found) + 1 + [o["output"] for o in data["outcomes"]].index("42\n")
        r = jmc("replay", "--jdk=" + JDK.home, "--execution=%d" % number, path, jdk=None)
        self.assertIn('print "42\\n"', r.stdout)
        self.assertIn("one execution was replayed", r.stdout)

    def test_older_values_of(self):
        # The hand-over of a reference by a volatile variable needs no older values, of it or of what is behind it; nor does a
        # counter, which holds 3 whoever came first, though main could still read 1 or 2 of it if it read it plainly.
        text, data = self.report("--memory=jmm", "--por=none", "--races=off", "--keep-going", "HandedOver", code=0)
        self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["1\n", "2\n"])
        self.assertEqual(data["configuration"]["older_values_of"], ["HandedOver.plain"])
        kept = data["statistics"]["states"]
        _, data = self.report("--memory=jmm", "--por=none", "--races=off", "--keep-going", "--distinguish=messages", "HandedOver", code=0)
        self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["1\n", "2\n"])
        self.assertGreater(data["statistics"]["states"], kept)

    def test_what_java_allows_beyond(self):
        # Expected by JLS 17.4 and 17.7. What volatile reads may overlook the second search decides, wherever it comes to its end.
        words = {"volatile-reads": "but for what a volatile read may overlook", "load-buffering": "but for load buffering", "tearing": "but for tearing of long and double"}
        for argument, expected in (("volatile", set()), ("lock", set()), ("published", set()), ("buffering", set()), ("same", set()),
                                   ("buffering --load-buffering=off", {"load-buffering"}), ("same --load-buffering=off", {"load-buffering"}), ("wide", set()), ("wide --tearing=off", {"tearing"}), ("plain", set())):
            with self.subTest(argument):
                argument, *options = argument.split()
                text, data = self.report("--memory=jmm", *options, "BeyondMessages", argument, code=0)
                self.assertEqual(set(data["holds_under"]) & set(words), expected)
                for name, said in words.items():
                    self.assertEqual(said in text.splitlines()[0], name in expected, text)

    def test_load_buffering(self):
        # Allowed by JLS 17.4.8. What needs a write ahead is found by the further search, and replayed.
        with tempfile.TemporaryDirectory() as folder:
            witness = os.path.join(folder, "w.json")
            text, _ = self.report("--memory=jmm", "--witness=" + witness, "--confirm", "LoadsBehindStores", code=1)
            self.assertIn("(--load-buffering=on)", text)
            self.assertIn("write y = 1 ahead of", " ".join(text.split()))
            self.assertIn("not forceable on a JVM", text)
            r = jmc("replay", "--jdk=" + JDK.home, witness, jdk=None)
            self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
            self.assertIn("(made in step", r.stdout)
        text, _ = self.report("--memory=jmm", "--load-buffering=off", "LoadsBehindStores", code=0)
        self.assertIn("but for load buffering", text.splitlines()[0])
        # Nothing out of thin air.
        text, _ = self.report("--memory=jmm", "LoadsBehindStores", "42", code=0)
        self.assertNotIn("but for", text.splitlines()[0])

    def test_volatile_reads_of_weaker_writes(self):
        # HotSpot prints "both" where the flags are set lazily: a volatile read may miss a write that is not volatile.
        for por in ("none", "dl-s-por"):
            for options in ((), ("--volatile-reads=any",)):
                text, data = self.report("--memory=jmm", "--por=" + por, "--keep-going", *options, "LazilyWanted", code=0)
                self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["both\n", "one\n"])
                self.assertTrue(text.startswith("verified under the Java Memory Model:"), text)
                self.assertEqual(data["configuration"].get("volatile_reads_of_weaker_writes", []), [])
        text, data = self.report("--memory=jmm", "--keep-going", "LazilyWanted", "volatile", code=0)
        self.assertEqual([o["output"] for o in data["outcomes"]], ["one\n"])
        self.assertEqual(data["configuration"].get("volatile_reads_of_weaker_writes", []), [])
        self.assertNotIn("weaker writes", text)

    def test_volatile_reads_of_a_search_that_ends_early(self):
        # A checkpoint is of one search: no second one decides.
        variable = "java.util.concurrent.atomic.AtomicInteger.value"
        with tempfile.TemporaryDirectory() as folder:
            text, data = self.report("--memory=jmm", "--checkpoint=" + os.path.join(folder, "kept"), "LazilyWanted", code=0)
        self.assertEqual(data["configuration"]["volatile_reads_of_weaker_writes"], [variable])
        self.assertTrue(text.startswith("verified under the Java Memory Model, but for volatile reads that miss weaker writes"), text)
        self.assertIn("not explored: a volatile read may miss a write that is not volatile, of " + variable, text)


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=45))
