#!/usr/bin/env python3
"""The jmc program from outside: options, exit codes, error lines, reports, signals."""
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JMC = harness.jmc_path()
JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("cli", os.path.join(HERE, "programs"), 17, with_sources=True)


def jmc(*arguments, cwd=None, jdk=True, env=None):
    command = [JMC] + (["--jdk=" + JDK.home] if jdk else []) + list(arguments)
    r = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1200, cwd=cwd, env=env or harness.environment())
    if r.returncode not in (0, 1, 2, 3):
        raise AssertionError("%s ended with %d\n%s%s" % (command, r.returncode, r.stdout, r.stderr))
    return r


def program(name):
    return os.path.join(CLASSES, name + ".class")


class Case(unittest.TestCase):
    def report(self, *arguments, code):
        path = os.path.join(WORK, "report.json")
        if os.path.exists(path):
            os.remove(path)
        r = jmc("--json", path, *arguments)
        if code is not None:
            self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        with open(path, encoding="utf-8") as f:
            data = json.load(f)
        self.assertEqual(harness.EXIT[data["verdict"]], r.returncode)
        return r.stdout, data

    def refused(self, *arguments, says, jdk=True):
        r = jmc(*arguments, jdk=jdk)
        self.assertEqual((r.returncode, r.stdout), (2, ""), r.stdout + r.stderr)
        lines = r.stderr.splitlines()
        self.assertEqual(len(lines), 1, r.stderr)
        self.assertTrue(lines[0].startswith("error: "), lines[0])
        for text in says:
            self.assertIn(text, lines[0])


class Witnesses(Case):
    def test_a_report_has_its_witness_beside_it(self):
        path = os.path.join(WORK, "a report.json")
        beside = os.path.join(WORK, "a report.witness.json")
        r = jmc("--json", path, program("Lost"))
        self.assertEqual(r.returncode, 1, r.stdout)
        self.assertIn("\nreplay: jmc replay '" + beside + "'\n", r.stdout[:r.stdout.index("\n\n") + 1])
        with open(path, encoding="utf-8") as f:
            self.assertEqual(json.load(f)["witness"], beside)
        again = jmc("replay", "--jdk=" + JDK.home, beside, jdk=False)
        self.assertEqual((again.returncode, again.stdout.splitlines()[0]), (1, r.stdout.splitlines()[0]))
        os.remove(beside)
        self.assertNotIn("jmc replay", jmc("--json", path, "--witness=none", program("Lost")).stdout)
        self.assertNotIn("jmc replay", jmc("--json", path, program("Fine")).stdout)
        self.assertFalse(os.path.exists(beside))


class Errors(Case):
    def test_options(self):
        for arguments, says in [
            ([], ["no program"]),
            (["--nonsense", program("Lost")], ["--nonsense"]),
            (["-x", program("Lost")], ["-x"]),
            (["--por", "fast", program("Lost")], ["--por=fast", "s-por"]),
            (["--por=nearly", program("Lost")], ["--por=nearly", "s-por"]),
            (["--order=backwards", program("Lost")], ["--order=backwards", "random:SEED"]),
            (["--order=sequential:0,0", program("Lost")], ["permutation"]),
            (["--bound=width:3", program("Lost")], ["--bound=width:3", "depth"]),
            (["--bound=depth:x", program("Lost")], ["--bound=depth:x", "whole number"]),
            (["--time-limit=soon", program("Lost")], ["--time-limit=soon", "seconds"]),
            (["--memory-limit=1Q", program("Lost")], ["--memory-limit=1Q", "64M"]),
            (["--heap=3", program("Lost")], ["--heap=3"]),
            (["--processors=0", program("Lost")], ["--processors=0"]),
            (["--timeouts=often", program("Lost")], ["--timeouts=often", "both, late, never or always"]),
            (["--visible=,", program("Lost")], ["--visible"]),
            (["--trust-visible", program("Lost")], ["--trust-visible"]),
            (["--keep-going=yes", program("Lost")], ["--keep-going"]),
            (["--stateless", "--exact-states", program("Lost")], ["--exact-states", "--stateless"]),
            (["--por=s-por", "--no-safe-sets", program("Lost")], ["--no-safe-sets"]),
            (["--refine=faster", program("Lost")], ["--refine=faster", "visited-first"]),
            (["--dl-retraverse", "--por=s-por", program("Lost")], ["--dl-retraverse"]),
            (["--observers", program("Lost")], ["observers", "optimal-dpor", "dl-s-por"]),
            (["--observers", "--por=source-dpor", program("Lost")], ["observers", "wakeup trees"]),
            (["--observers", "--por=optimal-dpor", "--refine=sleep-sets", program("Lost")], ["--refine=sleep-sets", "not sound"]),
            (["--observers", "--por=optimal-dpor", "--refine=failing-reads", program("Lost")], ["observers"]),
            (["--observers", "--search=random", program("Lost")], ["observers"]),
            (["--por=optimal-dpor", "--refine=-sleep-sets", program("Lost")], ["--refine", "sleep-sets"]),
            (["--por=optimal-dpor", "--exact-states", program("Lost")], ["optimal-dpor", "no states"]),
            (["--por=optimal-dpor", "--bound=preemption:1", program("Lost")], ["optimal-dpor", "preemption"]),
            (["--memory=weak", program("Lost")], ["--memory=weak", "jmm-mixed"]),
            (["--memory=jmm", "--bound=preemption:1", program("Lost")], ["bound", "no --bound"]),
            (["--memory=jmm", "--por=optimal-dpor", "--observers", program("Lost")], ["observers", "no --observers"]),
            (["--memory=jmm", "--por=optimal-dpor", "--races=off", program("Lost")], ["optimal-dpor", "dl-s-por"]),
            (["--memory=jmm-mixed", "--stateless", program("Lost")], ["--stateless"]),
            (["--portfolio", "--races=violation", program("Lost")], ["--races=report"]),
            (["--json"], ["--json"]),
            (["--json", "/nonexistent/x.json", program("Lost")], ["/nonexistent/x.json"]),
            (["--time-limit=5", "--time-limit=6", program("Lost")], ["time-limit"]),
        ]:
            with self.subTest(arguments):
                self.refused(*arguments, says=says)

    def test_every_word_of_an_answer_is_explained(self):
        """Verdicts, causes, kinds of violations: as the sources and the user guide list them."""
        with open(os.path.join(harness.ROOT, "check", "answers", "result.cpp"), encoding="utf-8") as f:
            words = set(re.findall(r'case (?:Cause|Verdict)::\w+: return "([a-z-]+)";', f.read()))
        with open(os.path.join(harness.ROOT, "check", "report", "sarif.cpp"), encoding="utf-8") as f:
            words |= set(re.findall(r'^    \{"([a-z-]+)", "', f.read(), re.M))
        self.assertLessEqual({"time-limit", "livelock-in-doubt", "contradiction", "data-race", "exit-status"}, words)
        with open(os.path.join(harness.ROOT, "docs", "user-guide.md"), encoding="utf-8") as f:
            guide = f.read()
        for word in sorted(words):
            r = subprocess.run([JMC, "explain", word], capture_output=True, text=True, check=False)
            self.assertEqual((r.returncode, len(r.stdout) > 60), (0, True), word + r.stderr)
            self.assertTrue("`%s`" % word in guide or "**%s**" % word in guide, "no word in the user guide on " + word)
        self.assertEqual(subprocess.run([JMC, "explain", "nonsense"], capture_output=True, check=False).returncode, 2)

    def test_programs(self):
        broken = os.path.join(WORK, "Broken.class")
        with open(program("Lost"), "rb") as f:
            content = f.read()
        with open(broken, "wb") as f:
            f.write(content[:100])
        text = os.path.join(WORK, "Text.class")
        with open(text, "w") as f:
            f.write("not a class")
        jar = os.path.join(WORK, "bad.jar")
        with open(jar, "w") as f:
            f.write("not a jar")
        moved = os.path.join(WORK, "Moved.class")
        with open(moved, "wb") as f:
            f.write(content)
        for arguments, says in [
            (["/nonexistent/Client.class"], ["/nonexistent/Client.class"]),
            ([broken], [broken, "byte"]),
            ([text], [text, "byte 0"]),
            ([jar], [jar]),
            ([moved], [moved, "Lost"]),
            (["--classpath", CLASSES, "no.such.Client"], ["no.such.Client", CLASSES]),
            ([program("NoMain")], ["NoMain", "public static void main(String[])"]),
        ]:
            with self.subTest(arguments):
                self.refused(*arguments, says=says)

    def test_jdk(self):
        self.refused("--jdk=/nonexistent", program("Lost"), says=["/nonexistent"], jdk=False)
        self.refused("--jdk=" + WORK, program("Lost"), says=[WORK], jdk=False)

    def test_report_of_an_error(self):
        _, data = self.report("--nonsense", code=2)
        self.assertIn("--nonsense", data["error"])
        _, data = self.report("/nonexistent/Client.class", code=2)
        self.assertIn("/nonexistent/Client.class", data["error"])

    def test_help(self):
        r = jmc("--help=all")
        self.assertEqual(r.returncode, 0)
        for option in ["--visible", "--por", "--keep-going", "--json", "--time-limit", "--exact-states", "--sourcepath"]:
            self.assertIn(option, r.stdout)
        self.assertRegex(jmc("--version").stdout, r"^jmc \d")


    def test_explain(self):
        r = jmc("explain", jdk=None)
        self.assertEqual((r.returncode, r.stderr), (0, ""))
        for word in [line.split()[0] for line in r.stdout.splitlines()]:
            self.assertTrue(jmc("explain", word, jdk=None).stdout.startswith(word + ": "), word)
        r = jmc("explain", "nonsense", jdk=None)
        self.assertEqual((r.returncode, r.stdout), (2, ""))
        self.assertIn("nonsense", r.stderr)

    def test_quiet_and_annotations(self):
        whole = jmc("--simplify=0", program("Lost"))
        quiet = jmc("--simplify=0", "--quiet", program("Lost"))
        self.assertEqual((quiet.returncode, quiet.stdout), (1, whole.stdout.splitlines()[0] + "\n"))
        r = jmc("--github", "--quiet", program("Lost"))
        first, annotation = r.stdout.splitlines()
        self.assertEqual(first, whole.stdout.splitlines()[0])
        self.assertRegex(annotation, r"^::error file=Lost\.java,line=\d+,title=jmc%3A assertion in Lost::")


class Verdicts(Case):
    def test_verified(self):
        text, data = self.report("-Dword=!", program("Fine"), "x", "--por=y", code=0)
        self.assertEqual(text.splitlines()[0], "verified, free of data races: holds under the Java Memory Model; no violation in any schedule of Fine")
        outputs = sorted(o["output"] for o in data["outcomes"])
        self.assertEqual(outputs, ['a\nb\n"end" \u00e9 x,--por=y!\n', 'b\na\n"end" \u00e9 x,--por=y!\n'])
        self.assertTrue(data["complete"])
        for key in ["states", "transitions", "executions", "blocked_executions", "max_depth", "seconds", "start_seconds", "peak_memory_bytes", "bytes_per_state"]:
            self.assertIn(key, data["statistics"])
        for key in ["visible", "processors", "timeouts", "jdk_version", "jdk_home", "por", "order", "locks"]:
            self.assertIn(key, data["configuration"])
        for text_part in ["assumed", "JDK", "chance", "states", "transitions/s"]:
            self.assertIn(text_part, text)

    # Without data races every search will do; with them the answer says which.
    def test_memory_model_by_any_search(self):
        for options in (["--por=optimal-dpor"], ["--por=source-dpor"], ["--stateless"], ["--por=none"], []):
            text, data = self.report("--memory=jmm", *options, program("Fine"), "x", code=0)
            self.assertEqual(text.splitlines()[0], "verified, free of data races: holds under the Java Memory Model; no violation in any schedule of Fine")
            self.assertIn("there are no data races", text)
        text, data = self.report("--memory=jmm", "--por=optimal-dpor", program("Lost"), code=1)
        self.assertIn("this happens under sequential consistency", text)
        self.assertTrue(data["races"])

    def test_assumed_is_what_mattered(self):
        lines = ("time-outs   a timed wait", "no spurious wake-ups", "locks       operations", "processors  1")
        for name, mattered in (("Fine", ()), ("Timed", lines[:2]), ("Locks", ())):
            text, _ = self.report("--keep-going", program(name), code=None)
            for line in lines:
                self.assertEqual(line in text, line in mattered, (name, line, text))
        text, _ = self.report("--processors=1", "--locks=atomic", "--timeouts=both", program("Fine"), "x", "--por=y!", code=0)
        for line in lines:
            self.assertEqual(line in text, line != lines[1], text)

    def test_ends_beside_daemons_are_told_apart_by_what_was_printed(self):
        # The daemon prints before main, after it, or the program ends before it does.
        for por in ("none", "s-por", "dl-s-por"):
            for options in ([], ["--exact-states"]):
                _, data = self.report("--por=" + por, "--keep-going", *options, program("DaemonPrints"), code=0)
                self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["dm", "m", "md"], (por, options))

    def test_arguments_of_the_virtual_machine(self):
        # As `java -ea -Dword=! Arguments` says.
        _, data = self.report("-Dword=!", "--keep-going", program("Arguments"), code=0)
        self.assertEqual([o["output"] for o in data["outcomes"]], ["[-ea, -Dword=!]\n"])

    def test_answers_name_what_they_depend_on(self):
        chosen = {"distinguish": "garbage", "refine": "-failing-reads,-lock-owners", "spin-limit": "77", "heap": "64M", "initialisations": "all", "define": "word=!,other=1"}
        text, data = self.report("--distinguish=garbage", "--refine=-failing-reads,-lock-owners", "--spin-limit=77", "--heap=64M", "--initialisations=all", "-Dword=!", "-Dother=1",
                                 program("Fine"), "x", "y", code=0)
        options = data["configuration"]["options"]
        line = next(line for line in text.splitlines() if line.startswith("  options"))
        for name, value in chosen.items():
            self.assertEqual(options[name], value)
            self.assertIn(f"--{name}={value}", line)
        # What is not chosen is there with its preset; what only says where to write is not.
        self.assertEqual([options[name] for name in ("por", "livelock", "processors", "exact-states")], ["dl-s-por", "report", "1", "off"])
        self.assertNotIn("json", options)
        # Each option that --help=all lists is one or the other.
        help_text = subprocess.run([JMC, "--help=all"], capture_output=True, text=True).stdout
        listed = set(re.findall(r"^  --([a-z-]+)", help_text, re.M))
        self.assertEqual(listed - set(options), {"json", "witness", "html", "sarif", "junit", "dot", "confirm", "confirm-outcomes", "emit-test", "explain", "story", "simplify", "width", "quiet", "github", "sourcepath", "help", "version", "jobs", "no-sampling", "accept", "second-opinion", "checkpoint", "resume", "workers", "deterministic", "time-limit", "memory-limit",
                                                    "compare", "distribute", "each", "baseline", "write-baseline", "coverage", "coverage-of", "transitions"})
        self.assertEqual(set(options) - listed, set())
        lines = self.report("-Dword=!", "--por=s-por", program("Fine"), "x", "y", code=0)[0].splitlines()
        self.assertEqual([line for line in lines if line.startswith("  options")], ["  options     --define=word=!"])
        self.assertFalse([line for line in self.report(program("Hole"), code=0)[0].splitlines() if line.startswith("  options")])

    def test_strategies_agree(self):
        for options in [["--por=none"], ["--por=de-s-por"], ["--por=dl-s-por"], ["--stateless"], ["--exact-states"], ["--order=random:7"],
                        ["--order=sequential:2,1,0"], ["--por", "none", "--stateless"], ["--no-glue"], ["--por=s-por", "--refine=sleep-sets"], ["--por=s-por"],
                        ["--por=dl-s-por", "--dl-retraverse"], ["--por=dl-s-por", "--refine=none"], ["--por=dl-s-por", "--refine=visited-first,-lock-owners"],
                        ["--por=de-s-por", "--refine=fewest-conflicts,safe-unlocks,-failing-reads,-same-value-reads"]]:
            with self.subTest(options):
                _, data = self.report("--keep-going", *options, program("Lost"), code=1)
                self.assertEqual([o["output"] for o in data["outcomes"]], ["count 1\n", "count 2\n"])
                self.assertEqual([v["kind"] for v in data["violations"]], ["assertion"])

    def test_assertion(self):
        text, data = self.report(program("Lost"), code=1)
        self.assertEqual(text.splitlines()[0], "violated: java.lang.AssertionError: lost, count is 1 (assertion)")
        v = data["violations"][0]
        self.assertEqual(v["kind"], "assertion")
        operations = [(s["thread_name"], s["operation"]) for s in v["trace"]]
        for thread in ["left", "right"]:
            self.assertIn((thread, "read count = 0"), operations)
        self.assertIn("write count 1 -> 1", [o for _, o in operations])
        self.assertIn(("main", 'print "count 1\\n"'), operations)
        self.assertEqual(operations[-1], ("main", "throws AssertionError"))
        step = next(s for s in v["trace"] if s["operation"] == "read count = 0")
        self.assertEqual((step["file"], step["class"], step["line"]), ("Lost.java", "Lost", 5))
        self.assertIn("count++", step["source"])
        self.assertIn("at Lost.main(Lost.java:12)", v["stack"])
        for part in ['thread 1 "left"', 'thread 2 "right"', "read count = 0", "write count 1 -> 1", "Lost.java:5", "at Lost.main(Lost.java:12)"]:
            self.assertIn(part, text)
        self.assertLessEqual(max(len(line) for line in text.splitlines()), 120)

    def test_deadlock(self):
        text, data = self.report("--keep-going", program("Locks"), code=1)
        self.assertIn("(deadlock)", text.splitlines()[0])
        self.assertEqual([o["output"] for o in data["outcomes"]], ["done\n"])
        waiting = {w["thread_name"]: w["what"] for w in data["violations"][0]["waiting"]}
        self.assertRegex(waiting["up"], r'^waits to lock Object#\d, held by thread 2 "down"$')
        self.assertRegex(waiting["down"], r'^waits to lock Object#\d, held by thread 1 "up"$')
        self.assertIn("Object#1 is Locks.", text)

    def test_livelock(self):
        text, data = self.report("--keep-going", program("Loop"), code=1)
        self.assertEqual([v["kind"] for v in data["violations"]], ["livelock"])
        self.assertEqual([o["output"] for o in data["outcomes"]], ["went\n"])
        self.assertIn("The loop:", text)
        self.assertRegex(text, r"Loop\.java:[78]\)")
        # A loop that no operation lies in says what it reads; it cannot be passed over, whatever is looked for.
        for option in ("report", "off"):
            text, data = self.report("--livelock=" + option, program("Unset"), code=1)
            self.assertEqual([v["kind"] for v in data["violations"]], ["livelock"])
            self.assertIn("It reads Unset.go = false and Unset.next = null there", text)
            self.assertNotIn("Unset.fixed", text)

    def test_uncaught_exception(self):
        text, data = self.report("--keep-going", program("Throws"), code=1)
        self.assertEqual([v["kind"] for v in data["violations"]], ["uncaught-exception"])
        self.assertIn("Index 1 out of bounds for length 1", text.splitlines()[0])
        self.assertIn("at Throws.read(Throws.java:5)", data["violations"][0]["stack"])
        self.assertIn("cell 0\n", [o["output"] for o in data["outcomes"]])

    def test_exit_status(self):
        text, data = self.report("--keep-going", program("Exit"), code=1)
        self.assertEqual([v["kind"] for v in data["violations"]], ["exit-status"])
        self.assertIn("System.exit(3)", text.splitlines()[0])
        self.assertEqual(data["violations"][0]["place"], "Exit.main")
        self.assertIn("fine\n", [o["output"] for o in data["outcomes"]])

    def test_dollars_in_names(self):
        text, data = self.report(program("Dollars"), code=1)
        self.assertRegex(text, r"read In\$ner#1\.value = 0 ")
        self.assertRegex(text, r"throws Fail\$ure ")
        for wrong in (" ner#", "throws ure"):
            self.assertNotIn(wrong, text)
        # As a list has it, too.
        for name in ("In$ner", "Dollars.In$ner", "Dollars$In$ner"):
            self.report("--visible=" + name, program("Dollars"), code=1)

    def test_before_the_first_thread(self):
        text, data = self.report(program("Early"), "a", "b", code=1)
        self.assertEqual(text.splitlines()[0], "violated: java.lang.IllegalStateException: arguments: a,b (uncaught-exception)")
        self.assertIn("in every schedule", text)
        self.assertIn("at Early.main(Early.java:4)", text)
        self.assertEqual(data["violations"][0]["output"], "first\n")

    def test_daemons_do_not_count(self):
        _, data = self.report(program("Daemon"), code=0)
        self.assertEqual([o["output"] for o in data["outcomes"]], ["main ends\n"])

    def test_wait_and_notify(self):
        _, data = self.report("--keep-going", program("Notify"), code=1)
        self.assertEqual([v["kind"] for v in data["violations"]], ["assertion"])

    def test_calls_into_the_jdk(self):
        text, data = self.report("--visible=ConcurrentLinkedQueue", program("Queue"), code=1)
        self.assertIn("NullPointerException", text.splitlines()[0])
        steps = [s for s in data["violations"][0]["trace"] if "caller" in s]
        self.assertTrue(steps)
        self.assertEqual(steps[0]["caller"]["file"], "Queue.java")
        self.assertEqual(steps[0]["file"], "ConcurrentLinkedQueue.java")
        self.assertEqual(steps[0]["caller"]["called"], "ConcurrentLinkedQueue.isEmpty")
        self.assertRegex(text, r"calls (ConcurrentLinkedQueue\.)?isEmpty ")


class Limits(Case):
    def test_holes(self):
        text, data = self.report("--visible=ConcurrentLinkedQueue", program("Hole"), code=3)
        self.assertIn("holes", text.splitlines()[0])
        self.assertTrue(any("Hole.shared" in h for h in data["holes"]), data["holes"])
        _, data = self.report("--visible=ConcurrentLinkedQueue", "--trust-visible", program("Hole"), code=0)
        self.assertTrue(data["holes"])
        self.report(program("Hole"), code=0)
        # A name that no class has is no list, whoever trusts it.
        for name, meant in (("ConcurentLinkedQueue", "ConcurrentLinkedQueue"), ("java.util.concurrent.ConcurrentLinkedQeue", "java.util.concurrent.ConcurrentLinkedQueue"),
                            ("ConcurrentLinkedQueue,Hol", "Hole")):
            for trust in ([], ["--trust-visible"]):
                text, data = self.report("--visible=" + name, *trust, program("Hole"), code=2)
                self.assertIn(f"--visible={name.split(',')[-1]}: the program loaded no class of that name; is {meant} meant?", data["error"])
        # A violation is one with any list.
        _, data = self.report("--visible=ConcurrentLinkedQueue,Nowhere*", "--keep-going", program("Queue"), code=1)
        self.assertIn("Nowhere*", " ".join(data["warnings"]))

    def test_holes_after_the_last_thread(self):
        _, data = self.report("--visible=StringBuilder", "--keep-going", program("Unjoined"), code=3)
        self.assertIn("Unjoined$Cell.value", "".join(data["holes"]))
        self.report("--visible=StringBuilder", "--keep-going", program("Unjoined"), "join", code=0)

    def test_late_publication(self):
        _, data = self.report("--keep-going", program("Late"), code=0)
        self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["1\n", "2\n"])

    def test_ends_can_be_seen(self):
        for strategy in ("none", "s-por", "de-s-por", "dl-s-por"):
            _, data = self.report("--por=" + strategy, "--keep-going", program("Alive"), code=0)
            self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["0 false\n", "0 true\n", "1 false\n", "1 true\n"], strategy)

    def test_exit_depends_on_everything(self):
        for strategy in ("none", "s-por", "de-s-por", "dl-s-por", "o-dpor"):
            _, data = self.report("--por=" + strategy, "--keep-going", program("ExitRace"), code=0)
            self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["", "one ", "one two"], strategy)

    def test_daemons_may_come_first(self):
        for strategy in ("none", "s-por", "de-s-por", "dl-s-por", "o-dpor"):
            for scope in (["--all-shared"], [], ["--visible=Background"]):
                _, data = self.report("--por=" + strategy, "--keep-going", *scope, program("Background"), code=0)
                self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["0", "0b", "1", "1b", "b0", "b1"], (strategy, scope))

    def test_joins_may_be_interrupted(self):
        for strategy in ("none", "s-por", "de-s-por", "dl-s-por", "o-dpor"):
            _, data = self.report("--por=" + strategy, "--keep-going", program("Interrupted"), code=0)
            self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ["interrupted", "joined"], strategy)

    def test_polling_is_no_livelock(self):
        _, data = self.report("--keep-going", program("Polled"), code=0)
        self.assertEqual([o["output"] for o in data["outcomes"]], ["over\n"])
        self.assertIn("Polled.flag", data["configuration"]["contended"])
        text, data = self.report("--visible=StringBuilder", program("Polled"), code=3)
        for said in ("Polled.flag", "thread 1", "Polled.java:10", "--visible"):
            self.assertIn(said, text.splitlines()[0])
        self.assertEqual(data["violations"], [])

    def test_only_what_is_contended(self):
        outcomes = ["0\n", "1\n", "2\n"]
        _, found = self.report("--keep-going", program("Private"), code=0)
        self.assertEqual(found["configuration"]["contended"], ["Private.last"])
        _, all_shared = self.report("--keep-going", "--all-shared", program("Private"), code=0)
        for data in (found, all_shared):
            self.assertEqual(sorted(o["output"] for o in data["outcomes"]), outcomes)
        self.assertLess(found["statistics"]["states"], all_shared["statistics"]["states"])
        r = jmc("--all-shared", "--visible=Private", program("Private"))
        self.assertEqual(r.returncode, 2)
        self.assertIn("--all-shared", r.stderr + r.stdout)

    def test_joins_that_give_up(self):
        # The end of a thread and what happens instead of it do not commute, whatever glues a join to the end.
        for name, outcomes in [("TimedJoin", ["x 0\n", "x 1\n"]), ("InterruptedJoin", ["interrupted\n", "joined\n"])]:
            for strategy in ("none", "s-por", "de-s-por", "dl-s-por", "o-dpor", "dpor", "source-dpor"):
                with self.subTest((name, strategy)):
                    _, data = self.report("--keep-going", "--por=" + strategy, program(name), code=0)
                    self.assertEqual(sorted(o["output"] for o in data["outcomes"]), outcomes)
        # Without time-outs there is one order.
        _, data = self.report("--keep-going", "--timeouts=never", program("TimedJoin"), code=0)
        self.assertEqual([o["output"] for o in data["outcomes"]], ["x 1\n"])

    def test_depth_bound(self):
        text, _ = self.report("--bound=depth:3", program("Lost"), code=3)
        self.assertEqual(text.splitlines()[0], "inconclusive: no violation with at most 3 steps; schedules beyond that were not explored")
        # These cut their searches there, and what is left depends on the order.
        text, _ = self.report("--por=dl-s-por", "--bound=depth:3", program("Lost"), code=3)
        self.assertEqual(text.splitlines()[0], "inconclusive: depth bound of 3 transitions reached")

    def test_time_limit(self):
        start = time.monotonic()
        text, data = self.report("--all-shared", "--time-limit=1", program("Big"), code=3)
        self.assertEqual(text.splitlines()[0].split("; nothing found in")[0], "inconclusive: time limit of 1 s reached")
        self.assertGreater(data["statistics"]["states"], 0)
        self.assertLess(time.monotonic() - start, 30)

    def test_stopped_before_all_scheduling_points_are_known(self):
        # The first search ends by itself, after the limit, and has to be repeated with what threads were seen to contend for.
        for strategy in ("s-por", "dl-s-por"):
            text, data = self.report("--por=" + strategy, "--time-limit=0.5", program("Big"), code=3)
            self.assertEqual(text.splitlines()[0], "inconclusive: time limit of 0.5 s reached")
            self.assertFalse(data["complete"])

    def test_memory_limit(self):
        text, _ = self.report("--memory-limit=40M", "--time-limit=60", "--all-shared", program("Big"), code=3)
        self.assertIn("memory limit", text.splitlines()[0])

    def test_timeouts(self):
        # A notification that a timed waiter gets is lost for the other; with "always" the timed one has given up before.
        def outcomes(name, when, code):
            _, data = self.report("--keep-going", "--timeouts=" + when, program(name), code=code)
            return [o["output"] for o in data["outcomes"]], [v["kind"] for v in data["violations"]]
        self.assertEqual(outcomes("Timed", "both", 1), (["ok\n"], ["deadlock"]))
        self.assertEqual(outcomes("Timed", "always", 0), (["ok\n"], []))
        self.assertEqual(outcomes("Timed", "never", 1)[1][0], "deadlock")
        for locks in ("atomic", "real"):
            # The JDK asks whether it was signalled before it looks at the clock.
            expected = {"both": {"in time\n", "late\n"}, "always": {"in time\n", "late\n"}, "never": {"in time\n"}}
            for when, words in expected.items():
                _, data = self.report("--keep-going", "--locks=" + locks, "--timeouts=" + when, program("TimedAwait"), code=1 if when == "never" else 0)
                self.assertEqual({o["output"] for o in data["outcomes"]}, words, (locks, when))

    def test_spurious_wakeups(self):
        for kind in ("wait", "park"):
            self.report(program("Spurious"), kind, code=0)
            text, data = self.report("--spurious-wakeups", program("Spurious"), kind, code=1)
            self.assertIn("woken for nothing", data["violations"][0]["message"])
            self.assertIn("spurious wake-ups happen", text)

    def test_wait_graph(self):
        # In the schedule that is wanted here, each of a, b and c has its first lock.
        for locks in ("atomic", "real"):
            text, data = self.report("--keep-going", "--locks=" + locks, program("Cycle"), code=1)
            cycles = [v for v in data["violations"] if {1, 2, 3} <= {w["thread"] for w in v["waiting"]}]
            self.assertTrue(cycles)
            self.assertIn({0: 4, 1: 2, 2: 3, 3: 1, 4: None}, [{w["thread"]: w.get("waits_for") for w in v["waiting"]} for v in cycles])
            self.assertIn('A cycle: thread 1 "a" waits for thread 2 "b", which waits for thread 3 "c", which waits for the first.\n', text)
            self.assertIn('Nobody is left who could wake thread 4 "d".\n', text)
            self.assertIn('thread 2 "b" waits in vain for thread 3 "c", which has ended.\n', text)
            self.assertRegex(text, r'thread 1 "a" (waits to lock|is parked for) \S+, held by thread 2 "b"\n')

    def test_story_that_needs_a_time_out(self):
        # The hour may be over before anybody counts the latch down; without that the latch is open at the end.
        for locks in ("atomic", "real"):
            text, _ = self.report("--locks=" + locks, program("Impatient"), code=1)
            step = re.search(r"^time-outs: in step (\d+) a wait ends by its time-out", text, re.M)
            self.assertTrue(step, text)
            self.assertRegex(text, r"(?m)^ *%s\*? .*tim(es|ed) out" % step.group(1))
            # Fifty readings in vain would be as many rows.
            self.assertIn("read ready = false, 50 times", text)
            text, _ = self.report("--locks=" + locks, "--timeouts=never", program("Impatient"), code=0)

    def test_spin_limit(self):
        # The number in the loop never repeats, so no state does. What comes after the loop is found all the same.
        for strategy in ("none", "s-por", "de-s-por", "dl-s-por", "o-dpor", "dpor", "source-dpor", "optimal-dpor"):
            for limit in ("", "--spin-limit=7"):
                text, data = self.report("--keep-going", "--por=" + strategy, *([limit] if limit else []), program("Seeded"), code=3)
                self.assertIn("polled %s times in a row in vain" % (limit[-1:] or "1000"), text.splitlines()[0])
                self.assertIn("(Seeded.poll, line ", text.splitlines()[0])
                self.assertEqual([o["output"] for o in data["outcomes"]], ["done\n"])
        # Where threads sleep and nothing is tried, 64 times as many are allowed, and that is what is said.
        text, _ = self.report("--spin-limit=7", "--stateless", program("Dozing"), code=3)
        self.assertIn("polled 448 times in a row in vain was not followed further (Dozing.poll, line ", text.splitlines()[0])
        self.assertIn("; --spin-limit=N sets the number, 64 times as high where threads sleep in between", text.splitlines()[0])
        for more in ([], ["--workers=2"]):
            text, _ = self.report("--spin-limit=7", *more, program("Dozing"), code=3)
            self.assertRegex(text.splitlines()[0], r"(polled 7 times in a row in vain|slept 7 times in a row) was not followed further \(Dozing\.poll, line \d+\)")
        # Reads that end by themselves are no endless loop.
        self.report("--spin-limit=0", program("Countdown"), code=0)
        self.report(program("Countdown"), code=0)
        self.report("--spin-limit=20", program("Countdown"), code=0)  # its rounds are one step
        self.report("--spin-limit=20", "--distinguish=rounds", program("Countdown"), code=0)  # tried alone it comes to its end
        for more in (["--spin-limit=1"], ["--spin-limit=20", "--stateless"]):
            text, _ = self.report("--distinguish=rounds", *more, program("Countdown"), code=3)
            self.assertIn("Countdown", text.splitlines()[0])
        # Rounds without end are no step without end.
        _, data = self.report("--spin-limit=20", "--keep-going", program("NeverCounted"), code=3)
        self.assertEqual([o["output"] for o in data["outcomes"]], ["seen\n"])

    def test_outcomes_in_order(self):
        text, data = self.report(program("ManyOutcomes"), code=0)
        self.assertEqual([o["output"] for o in data["outcomes"]], ["%d\n" % n for n in range(13)])
        self.assertEqual(re.findall(r"(?m)^ +\d+ end states? +(\d+)$", text), [str(n) for n in range(13)])

    def test_who_logs_makes_no_states(self):
        """Standard error is no part of an outcome: threads that write to it in any order end in one state."""
        for options in ([], ["--por=none"], ["--exact-states"], ["--assume=none"]):
            _, data = self.report("--keep-going", *options, program("LogsCounts"), code=0)
            self.assertEqual([(o["output"], o["end_states"]) for o in data["outcomes"]], [("8\n", 1)], options)

    def test_long_steps(self):
        text, _ = self.report("--step-limit=10000000", program("Endless"), code=3)
        self.assertIn("step limit", text.splitlines()[0])
        text, _ = self.report("--time-limit=1", program("Endless"), code=3)
        self.assertIn("time limit", text.splitlines()[0])

    def test_interrupt(self):
        for sig in (signal.SIGINT, signal.SIGTERM):
            path = os.path.join(WORK, "interrupted.json")
            p = subprocess.Popen([JMC, "--jdk=" + JDK.home, "--json", path, "--all-shared", program("Big")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env=harness.environment())
            time.sleep(1.5)
            p.send_signal(sig)
            out, err = p.communicate(timeout=600)
            self.assertEqual((p.returncode, err), (3, ""))
            self.assertEqual(out.splitlines()[0].split("; nothing found in")[0], "inconclusive: interrupted")
            with open(path, encoding="utf-8") as f:
                self.assertEqual(json.load(f)["verdict"], "inconclusive")


class Memory(Case):
    def test_not_that_of_the_parent_process(self):
        ballast = b"x" * (400 << 20)
        _, data = self.report(program("Lost"), code=1)
        self.assertLess(data["statistics"]["peak_memory_bytes"], len(ballast) // 2)


class Places(Case):
    def test_from_anywhere(self):
        self.report("--classpath=" + CLASSES, "Lost", code=1)
        self.assertEqual(jmc("Lost", cwd=CLASSES).returncode, 1)
        self.assertEqual(jmc("-cp", ".", "Lost", cwd=CLASSES).returncode, 1)
        self.assertEqual(jmc("Lost.class", cwd=CLASSES).returncode, 1)

    def test_jar(self):
        if not os.path.exists(JDK.tool("jar")):
            self.skipTest("no jar tool")
        jar = os.path.join(WORK, "app.jar")
        subprocess.run([JDK.tool("jar"), "cfe", jar, "Lost", "-C", CLASSES, "Lost.class"], check=True, env=harness.environment())
        _, data = self.report("--sourcepath=" + os.path.join(HERE, "programs"), jar, code=1)
        self.assertTrue(any("count++" in s["source"] for s in data["violations"][0]["trace"]))


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=40))
