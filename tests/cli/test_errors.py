#!/usr/bin/env python3
"""What goes wrong around a run, told so that the user can go on: files that must not be written, names that are nearly right, replays from elsewhere, signals; and what stories say
of exits, threads and streams."""
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JMC = harness.jmc_path()
JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("errors", os.path.join(HERE, "programs"), 17)


def jmc(*arguments, cwd=CLASSES, jdk=True, **more):
    command = [JMC, *arguments]
    if jdk:
        command.insert(2 if arguments and arguments[0] == "replay" else 1, "--jdk=" + JDK.home)
    return subprocess.run(command, stdin=subprocess.DEVNULL, text=True, timeout=600, cwd=cwd, env=harness.environment(), **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more})


class Case(unittest.TestCase):
    def refused(self, *arguments, says, **more):
        r = jmc(*arguments, **more)
        self.assertEqual((r.returncode, r.stdout), (2, ""), r.stdout + r.stderr)
        self.assertEqual(len(r.stderr.splitlines()), 1, r.stderr)
        self.assertTrue(r.stderr.startswith("error: "), r.stderr)
        for text in says:
            self.assertIn(text, r.stderr)


class Files(Case):
    def test_no_report_takes_the_place_of_a_program(self):
        def content(path):
            with open(path, "rb") as f:
                return f.read()
        path = os.path.join(CLASSES, "Lost.class")
        before = content(path)
        for option in ["json", "html", "sarif", "junit", "dot", "witness", "coverage", "write-baseline", "checkpoint"]:
            # The value that was forgotten is the class then.
            self.refused("--" + option, "Lost.class", says=["--" + option + "=Lost.class", "overwritten"])
            self.refused("--por=nonsense", "--%s=Lost.class" % option, "Lost", says=["--"])
        self.refused("linearizability", "--html=Lost.class", "java.util.ArrayDeque", says=["--html=Lost.class", "overwritten"], jdk=False)
        self.assertEqual(content(path), before)
        archive = os.path.join(CLASSES, "archive.data")
        with zipfile.ZipFile(archive, "w") as z:
            z.writestr("x", "y")
        before = content(archive)
        self.refused("--json=archive.data", "Lost.class", says=["--json=archive.data", "archive"])
        self.assertEqual(content(archive), before)

    def test_one_file_for_each(self):
        self.refused("--json=a.txt", "--html=a.txt", "Lost.class", says=["--html=a.txt", "--json"])
        self.refused("--json=a.txt", "--coverage=a.txt", "Lost.class", says=["--coverage=a.txt", "--json"])
        self.refused("--json=r1", "--html=./r1", "Fine.class", says=["--html=./r1", "--json"])
        self.refused("--html=q.witness.json", "--json=q", "Fine.class", says=["q.witness.json", "--html", "witness"])
        self.assertEqual(jmc("--json=/dev/null", "--html=/dev/null", "Fine.class").returncode, 0)

    def test_what_is_read_is_not_written(self):
        """Nor with another error on the line, when a report of the error would be written."""
        files = {"checkpoint": ["--resume=%s", "--json=%s", "Fine.class"], "baseline": ["--baseline=%s", "--html=./%s", "Fine.class"],
                 "witness": ["replay", "--json=%s", "%s"], "spec": ["linearizability", "--spec=%s", "--json=%s", "java.util.ArrayDeque"]}
        for name, arguments in files.items():
            path = os.path.join(CLASSES, name)
            with open(path, "w", encoding="utf-8") as f:
                f.write("precious")
            arguments = [a % name if "%" in a else a for a in arguments]
            self.refused(*arguments, says=[name, "is read from there"], jdk=False)
            self.refused(*arguments, "--por=nonsense", says=["--"], jdk=False)
            with open(path, encoding="utf-8") as f:
                self.assertEqual(f.read(), "precious", name)

    def test_what_cannot_be_written_is_known_at_once(self):
        for option in ["json", "html", "dot", "witness", "coverage", "write-baseline", "checkpoint"]:
            for file in ["/nonexistent/x", CLASSES]:
                self.refused("--%s=%s" % (option, file), "Fine.class", says=["--%s=%s" % (option, file), "can be written"])
        path = os.path.join(WORK, "error.json")
        self.refused("--json=" + path, "--coverage=/nonexistent/x", "Fine.class", says=["--coverage"])
        with open(path, encoding="utf-8") as f:
            self.assertEqual(json.load(f)["verdict"], "error")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk(self):
        r = jmc("--html=/dev/full", "Fine.class")
        self.assertEqual((r.returncode, r.stderr), (2, "error: --html=/dev/full: could not be written: No space left on device\n"))
        with open("/dev/full", "w") as full:
            r = jmc("Fine.class", stdout=full)
        self.assertEqual((r.returncode, r.stderr), (2, "error: the answer could not be written: No space left on device\n"))

    def test_source_path(self):
        self.assertIn("warning: source path: /nonexistent: there is no such file or folder", jmc("--sourcepath=/nonexistent", "Fine.class").stdout)


class Names(Case):
    def test_options(self):
        for arguments, says in [
            (["--pro=none"], ["is --por meant?"]),
            (["--visibel=X"], ["is --visible meant?"]),
            (["-cp=."], ["-cp ."]),
            (["--cp", "."], ["is -cp meant?"]),
            (["-D"], ["-Dkey=value"]),
            (["--json", "--keep-going"], ["--json needs a value", "--keep-going"]),
            (["--random=all:0"], ["--random=all:0:", "2 to 250"]),
            (["--random=all:999,fixed"], ["--random=all:999,fixed:", "2 to 250"]),
        ]:
            with self.subTest(arguments):
                self.refused(*arguments, "Fine.class", says=says)
                self.assertFalse(os.path.exists(os.path.join(CLASSES, "--keep-going")))

    def test_jdk(self):
        self.refused("--jdk=" + WORK, "Fine.class", says=["--jdk=" + WORK + ": found no JDK here"], jdk=False)

    def test_programs(self):
        os.makedirs(os.path.join(CLASSES, "folder"), exist_ok=True)
        shutil.copy(os.path.join(CLASSES, "Fine.class"), os.path.join(CLASSES, "folder"))
        damaged = os.path.join(CLASSES, "damaged.jar")
        with zipfile.ZipFile(damaged, "w") as z:
            z.writestr("META-INF/MANIFEST.MF", "Main-Class: no.Such\n")
        shutil.copy(damaged, os.path.join(CLASSES, "elsewhere.jar"))
        with open(damaged, "r+b") as f:
            f.truncate(60)
        for argument, says in [
            ("fine", ["is Fine meant?"]),
            ("Fien", ["is Fine meant?"]),
            ("fine.class", ["is Fine.class meant?"]),
            ("folder", ["--each folder"]),
            ("folder/", ["--each folder/"]),
            ("gone/", ["no such folder"]),
            ("linearisability", ["jmc linearizability"]),
            ("damaged.jar", ["damaged"]),
            ("elsewhere.jar", ["no.Such", "Main-Class"]),
        ]:
            with self.subTest(argument):
                self.refused(argument, says=says)


class Combinations(Case):
    def test_what_is_no_program(self):
        """Each says what to do: a folder with nothing in it, sources of other languages, a file of another kind, and what is no name of a test."""
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "empty"))
            os.mkdir(os.path.join(folder, "out"))
            os.mkdir(os.path.join(folder, "classes"))
            for name in ("main.kt", "Shop.scala", "notes.txt"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.write("nothing\n")
            for name in ("out", "classes"):
                shutil.copy(os.path.join(CLASSES, "Lost.class"), os.path.join(folder, name))
            at = lambda *words, says: self.refused(*words, cwd=folder, says=says)
            at("empty", says=["folder with no source", "Client.java"])
            at("out", says=["jmc --each out"])
            at("main.kt", says=["sources of Java only", "kotlinc main.kt", "jmc -cp app.jar MainKt"])
            at("Shop.scala", says=["sources of Java only", "Shop"])
            at("notes.txt", says=["none that jmc runs", ".java", ".class", ".jar"])
            os.makedirs(os.path.join(folder, "src", "main", "java", "com", "shop"))
            with open(os.path.join(folder, "src", "main", "java", "com", "shop", "Main.java"), "w", encoding="utf-8") as f:
                f.write("package com.shop; class Main { public static void main(String[] a) { } }\n")
            at("com.shop.Main", says=["was not found", "jmc ./src/main/java/com/shop/Main.java"])
            test = lambda *words, says: self.refused("test", "--jdk=" + JDK.home, *words, cwd=folder, jdk=False, says=says)
            test("--classpath=out", "classes/Lost.class", says=["jmc test --classpath=classes Lost"])
            test("--classpath=out", "Gone.java", says=["there is no such source"])
            test("--classpath=out", "empty", says=["jmc test --classpath=empty"])
            self.refused("progress", "--html=-", "java.util.ArrayDeque", jdk=False, says=["--html=-", "expected its name"])
            for name in ("init", "explain"):
                r = jmc(name, "--help", cwd=folder, jdk=False)
                self.assertEqual((r.returncode, r.stdout), (0, jmc("help", name, cwd=folder, jdk=False).stdout))

    def test_what_is_refused_is_named(self):
        """Each pair of these options works, or is refused with the name of one of the two, and what to do."""
        options = ["--por=%s" % p for p in ["none", "s-por", "de-s-por", "dl-s-por", "o-dpor", "dpor", "source-dpor", "optimal-dpor"]]
        options += ["--stateless", "--exact-states", "--bound=preemption:1", "--bound=fair:2", "--bound=local-depth:9", "--bound=divergence:2", "--memory=jmm", "--livelock=fair", "--livelock=off", "--observers",
                    "--no-safe-sets", "--dl-retraverse", "--seal=Lost", "--search=random:1", "--search=best-first:preemptions", "--refine=sleep-sets", "--refine=lone-runs", "--refine=safe-unlocks",
                    "--refine=visited-first", "--workers=2", "--symmetry=on", "--checkpoint=" + os.path.join(WORK, "checkpoint")]
        # One in three, but with JMC_LONG_TESTS; the matrix of docs/searches.md has all that a search supports.
        for a, b in itertools.islice(itertools.combinations(options, 2), 0, None, 1 if harness.LONG else 3):
            names = [o.split("=")[0] for o in (a, b)]
            if names[0] == names[1]:
                continue
            with self.subTest((a, b)):
                r = jmc(a, b, "--classpath=" + CLASSES, "no.such.Client")
                self.assertEqual(r.returncode, 2)
                if "no.such.Client" not in r.stderr:
                    self.assertTrue(any(n in r.stderr for n in names), r.stderr)


class Replays(Case):
    def witness(self, *arguments, cwd=CLASSES):
        path = os.path.join(WORK, "w.json")
        self.assertEqual(jmc("--witness=" + path, *arguments, cwd=cwd).returncode, 1)
        return path

    def test_from_elsewhere(self):
        """The program is looked for where it was, wherever jmc replay is started."""
        other = os.path.join(WORK, "other")  # has a folder and a file of the same names
        os.makedirs(os.path.join(other, "classes"))
        shutil.copy(os.path.join(CLASSES, "Fine.class"), os.path.join(other, "Lost.class"))
        for arguments, cwd in [(["Lost.class"], CLASSES), (["Lost"], CLASSES), (["-cp", "classes:gone", "Lost"], WORK), (["classes/Lost.class"], WORK), (["-cp", ".", "Lost"], CLASSES)]:
            with self.subTest(arguments):
                path = self.witness(*arguments, cwd=cwd)
                for here in ["/", other]:
                    r = jmc("replay", path, cwd=here)
                    self.assertEqual((r.returncode, r.stderr), (1, ""))
        moved = os.path.join(WORK, "moved")
        shutil.copytree(CLASSES, moved)
        path = self.witness("Lost.class", cwd=moved)
        shutil.rmtree(moved)
        self.refused("replay", path, says=["Lost.class", "made in " + moved, "--classpath"], cwd="/")
        self.assertEqual(jmc("replay", "--classpath=" + CLASSES, path, cwd="/").returncode, 1)

    def test_options(self):
        path = self.witness("--keep-going", "Lost.class")
        n = len(json.load(open(path, encoding="utf-8"))["executions"])
        self.refused("replay", "--execution=%d" % (n + 1), path, says=["--execution=%d" % (n + 1), "from 1 to %d" % n])
        self.refused("replay", "--step", "--jdwp", path, says=["--jdwp", "--step"])
        self.refused("replay", "--step", "--json=" + os.path.join(WORK, "r.json"), path, says=["--json", "--step"])

    def test_a_command_that_there_is_not(self):
        """In either terminal: what is none is named, before those that there are."""
        path = self.witness("Lost.class")
        for how, words in (("--step", "there is no locals here; jmc replay -i has more\nnext "), ("-i", "there is no watch\nstep ")):
            r = subprocess.run([JMC, "replay", "--jdk=" + JDK.home, how, path], input=words.split()[3] + "\nhelp\nquit\n", capture_output=True, text=True, timeout=60, cwd=CLASSES, env=harness.environment())
            self.assertIn(words, r.stdout)
            self.assertEqual(r.stdout.count("there is no "), 1)

    def test_nothing_to_replay(self):
        path = os.path.join(WORK, "none.json")
        self.assertEqual(jmc("--witness=" + path, "NoSuch.class").returncode, 2)
        self.refused("replay", path, says=[path, "nothing to replay"])

    def test_a_signal_ends_one_that_waits(self):
        path = self.witness("Lost.class")
        for number in [signal.SIGINT, signal.SIGTERM]:
            p = subprocess.Popen([JMC, "replay", "--jdk=" + JDK.home, "--jdwp", path], cwd=CLASSES, stdout=subprocess.PIPE, text=True, env=harness.environment())
            self.assertIn("Listening", p.stdout.readline())
            start = time.monotonic()
            p.send_signal(number)
            self.assertEqual(p.wait(timeout=60), -number)
            self.assertLess(time.monotonic() - start, 30)
            p.stdout.close()


class Stories(Case):
    def told(self, name, *options):
        path = os.path.join(WORK, "story.json")
        r = jmc("--json=" + path, *options, name + ".class")
        self.assertEqual((r.returncode, r.stderr), (1, ""))
        with open(path, encoding="utf-8") as f:
            return r.stdout, json.load(f)["violations"][0]["trace"]

    def test_exit(self):
        """Which call it was, and why the program came there."""
        text, trace = self.told("Exit")
        [exited] = [s for s in trace if s["operation"] == "System.exit(3)"]
        self.assertEqual((exited["class"], exited["method"], exited["line"]), ("Exit", "main", 7))
        self.assertRegex(text, r'Cause:\n  thread 0 "main" saw broken = true in step \d+, written by thread 1 "Thread-0" in step \d+\n')

    def test_what_decided(self):
        """What the failing line read, by whatever means; not what it read to tell of it."""
        text, _ = self.told("LostInArray")
        self.assertRegex(text, r'Cause:\n(  .*\n)?  thread 0 "main" saw int\[\]#\d\[1\] = 1, written by thread \d "Thread-\d" in step \d')
        text, _ = self.told("LostToldAtLength")
        self.assertRegex(text, r'Cause:\n(  .*\n)?  thread 0 "main" saw done = 1, written by')
        self.assertEqual(text[text.index("\nCause:\n"):].count('thread 0 "main" saw'), 1, text)
        text, _ = self.told("SharedList", "--memory=jmm")
        self.assertRegex(" ".join(text.split()), r'Cause: thread 0 "main" saw ArrayList#1\.size = 0 in step (\d+), its value from the beginning, and not 1, which thread 1 "Thread-0" had written in step \d+ Exception in')
        text, _ = self.told("NothingDecided")
        self.assertNotIn("Cause", text)

    def test_the_point(self):
        """What comes first: where it fails, and the check that did not hold any more; then how to see it again."""
        thread = r'thread \d "\S+"'
        for name, line, cause in (
                ("CheckedTwice", 20, thread + " and " + thread + r" both saw taken = false, in step \d+ and in step \d+, before either wrote it"),
                ("CheckedByCall", 9, thread + r" called ConcurrentLinkedQueue\.isEmpty \(CheckedByCall\.java:8, step \d+\), then ConcurrentLinkedQueue\.poll \(CheckedByCall\.java:9, step \d+\); in between " +
                 thread + r" called ConcurrentLinkedQueue\.poll \(CheckedByCall\.java:9, step \d+\)"),
                ("CheckedThenNull", 8, thread + r' saw session = "open" in step \d+, and null in step \d+, since ' + thread + r" wrote it in step \d+"),
                ("CheckedTooEarly", 15, thread + r" went on with closed = false, seen in step \d+, though " + thread + r" wrote true in step \d+")):
            with self.subTest(name):
                path = os.path.join(WORK, "point.json")
                text, _ = self.told(name, "--witness=" + path, "--sourcepath=" + os.path.join(HERE, "programs"))
                head = " ".join(text[:text.index("\n\n")].split())
                self.assertRegex(head, r"^violated: .* where: %s\.java:%d: .* cause: %s replay: jmc replay %s$" % (name, line, cause, re.escape(path)))
                self.assertLess(len(text[:text.index("\n\n")].splitlines()), 10)
                self.assertRegex(json.load(open(os.path.join(WORK, "story.json"), encoding="utf-8"))["violations"][0]["causes"][0], "^" + cause + "$")

    def test_mistakes_of_every_day(self):
        """What a person would say of them: who was asked too early, who came too late, who kept what others wait for."""
        thread, step = r'thread \d "\S+"', r"step \d+"
        for name, line, cause in (
                ("WokenTooLate", 15, thread + " was woken by " + thread + " in " + step + "; before it had the lock again, " + thread + r" wrote ArrayDeque\.head = 1 after " + step + "; " + thread +
                 r" did not look again whether it has to wait \(WokenTooLate\.java:11\)"),
                ("IteratedOver", 10, thread + r" changed ArrayList#1 in " + step + r" \(SynchronizedCollection\.add, IteratedOver\.java:9\), while " + thread + r" iterated over it \(IteratedOver\.java:10\)"),
                ("CheckedByGetter", 25, thread + " and " + thread + " both saw balance = 10, after " + step + " and after " + step + ", before either wrote it"),
                ("CheckedInOneLine", 17, thread + " and " + thread + " both saw seats = 1, in " + step + " and in " + step + ", before either wrote it"),
                ("CheckedUnderLock", 28, thread + r" called HashMap\.get \(CheckedUnderLock\.java:10, after " + step + r"\), then HashMap\.put \(CheckedUnderLock\.java:16, after " + step +
                 r"\); in between " + thread + r" called HashMap\.put \(CheckedUnderLock\.java:16, after " + step + r"\)"),
                ("TriedInVain", 11, thread + " went on, though in " + step + r" it got nothing: tryLock ReentrantLock#1: fails \(TriedInVain\.java:9\)"),
                ("PolledTooLong", 10, thread + " went on when its wait had timed out in " + step + r" \(LinkedBlockingQueue\.poll, PolledTooLong\.java:9\)"),
                ("SetTooEarly", 12, thread + " saw value = null in " + step + ", its value from the beginning, after it had seen ready = true, which " + thread + " had written in " + step),
                ("SubmittedTooLate", 8, thread + r" called ThreadPoolExecutor\.execute \(SubmittedTooLate\.java:8\) after " + thread + r" had called ThreadPoolExecutor\.shutdown \(SubmittedTooLate\.java:9\)")):
            with self.subTest(name):
                self.assertRegex(self.point(name), r"^violated: .* where: %s\.java:%d: .* cause: %s replay: " % (name, line, cause))

    def test_why_they_wait(self):
        """Of threads that nobody in particular keeps waiting: what they wait for, and who was to give it."""
        thread, step = r'thread \d "\S+"', r"step \d+"
        for name, cause in (
                ("PermitKept", thread + " acquired Semaphore#1 in " + step + r" \(PermitKept\.java:8\) and did not release it; it threw NumberFormatException \(PermitKept\.java:9, after " + step +
                 r"\), caught in PermitKept\.lambda\$main\$0, line 18"),
                ("LockKept", thread + " waits to lock ReentrantLock#1, held by " + thread + ", which locked it in " + step + r" \(LockKept\.java:9\) and has ended"),
                ("LockedCrosswise", thread + r" waits to lock Object#\d, held by " + thread + r", which waits to lock Object#\d, held by the first"),
                ("ReadThenWrite", thread + r" waits to write-lock ReentrantReadWriteLock#1 \(ReadThenWrite\.java:9\), and holds it for reading itself"),
                ("InterruptLost", thread + " interrupted (" + thread + ") in " + step + r"; \1 threw InterruptedException \(InterruptLost\.java:9, after " + step +
                 r"\), caught in InterruptLost\.work, line 11, and waits again \(InterruptLost\.java:9\)"),
                ("OtherCondition", thread + r" waits on ConditionObject#1 \(OtherCondition\.java:21\), and nobody signalled it after " + step + "; " + thread +
                 " signalled ConditionObject#2 in " + step + r" \(OtherCondition\.java:13\), where nobody waited"),
                ("NobodyCounts", thread + r" waits for CountDownLatch#1, which is at 1 \(NobodyCounts\.java:15\), and nobody is left who could wake it; " + thread +
                 r" threw IllegalStateException \(NobodyCounts\.java:12, after " + step + r"\), caught in FutureTask\.run, line \d+"),
                ("WrongOneWoken", r'thread 1 "one" waits on Object#1 \(WrongOneWoken\.java:11\); thread 0 "main" notified it in ' + step + r' \(WrongOneWoken\.java:23\), which woke thread 2 "two" and nobody else')):
            with self.subTest(name):
                self.assertRegex(self.point(name), "^violated: .* cause: %s replay: " % cause)

    def test_pool_left_open(self):
        self.assertRegex(self.point("PoolLeftOpen"), r'^violated: thread 1 "pool-1-thread-1" waits for ever .* cause: thread 1 "pool-1-thread-1" waits for something to do: the pool is never shut down '
                         r"\(--leftover=note takes that for no deadlock\) replay: ")

    @unittest.skipUnless(JDK and JDK.feature == 17, "the bug is in JDK 17")
    def test_loops_in_a_library(self):
        """Its line, and the one of the program that called it."""
        text, _ = self.told("LoopsInLibrary", "--sourcepath=" + os.path.join(HERE, "programs"))
        line = r"LinkedTransferQueue\.java:6\d\d"
        self.assertRegex(text, r"(?m)^where: " + line + r", called from LoopsInLibrary\.java:10: queue\.poll\(1, TimeUnit\.SECONDS\);$")
        self.assertRegex(text, r'(?m)^cause: thread \d "\S+" loops on Node#\d\.item: no thread that is left comes to write it')
        self.assertRegex(text, r"(?m)^    read Node#\d\.item = null +" + line + r" +LoopsInLibrary\.java:10: queue\.poll\(1, TimeUnit\.SECONDS\);$")

    def point(self, name):
        text, _ = self.told(name, "--witness=" + os.path.join(WORK, "point.json"), "--sourcepath=" + os.path.join(HERE, "programs"))
        return " ".join(text[:text.index("\n\n")].split())

    def test_the_difference(self):
        """The nearest schedule that does not fail: another thread goes on, and what it reads is another value."""
        text, _ = self.told("CheckedTwice", "--explain=diff")
        [violation] = json.load(open(os.path.join(WORK, "story.json"), encoding="utf-8"))["violations"]
        first, here, there, *reads = violation["difference"]
        self.assertRegex(first, r"^the nearest schedule that does not fail is the same up to step \d+; then goes on$")
        self.assertRegex(here, r'^  here   thread \d "\S+": ')
        self.assertRegex(there, r'^  there  thread \d "\S+": ')
        self.assertNotEqual(here[9:].split(":")[0], there[9:].split(":")[0])
        self.assertRegex("\n".join(reads), r'(?m)^  thread \d "\S+" reads taken = true there, false here \(CheckedTwice\.java:7\)$')
        self.assertIn("\ndifference: " + "\n".join(violation["difference"]) + "\n", text)
        text, _ = self.told("Forever", "--explain=diff")
        self.assertIn("\ndifference: no schedule that leaves this one once comes to a good end\n", text)
        self.assertNotIn("difference", self.told("CheckedTwice")[0])

    def test_a_deadlock_before_the_first_thread(self):
        text, _ = self.told("Forever")
        self.assertRegex(text.splitlines()[1], r'^where: +thread 0 "main" at Forever\.java:\d+$')
        self.assertEqual(text.splitlines()[4:8], ["", "It happens before a second thread could matter, so in every schedule.", "", "No thread can go on:"])

    def test_names_and_streams(self):
        text, trace = self.told("Interrupts")
        self.assertIn('interrupt thread 1 "sleeper"', text)
        self.assertIn('print "stopped\\n" on System.err', [s["operation"] for s in trace])


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
