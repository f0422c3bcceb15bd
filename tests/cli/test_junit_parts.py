#!/usr/bin/env python3
"""What jmc test knows of JUnit beside test methods: folders, repetitions, factories, single methods; and what tests leave behind."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

JARS = ["/usr/share/java/%s.jar" % j for j in ("junit-jupiter-api", "opentest4j", "apiguardian-api", "junit-platform-commons", "junit4", "hamcrest-core")]
JDKS = harness.feature_releases()
IMPORTS = "import java.io.*; import java.nio.file.*; import java.util.*; import java.util.concurrent.*; import java.util.stream.*; import org.junit.jupiter.api.*; import org.junit.jupiter.api.io.TempDir; import static org.junit.jupiter.api.Assertions.*;\n"
RACE = "Thread t = new Thread(() -> n++); t.start(); n++; t.join(); assertEquals(2, n);"
# What JUnit says of each (it runs one schedule), but for races; None: it has no answer here, and says why.
PARTS = {
    "folder(@TempDir Path a, @TempDir File b)": ("verified", 'assertNotEquals(a.toFile(), b); Files.writeString(a.resolve("x"), "y"); assertEquals("y", Files.readString(a.resolve("x")));', "@Test"),
    "folderOfThreads()": ("verified", 'Thread t = new Thread(() -> { try { Files.writeString(shared.resolve("a"), "x"); } catch (IOException e) { throw new AssertionError(e); } }); t.start(); t.join(); assertTrue(Files.exists(shared.resolve("a")));', "@Test"),
    "again()": ("violated", RACE, "@RepeatedTest(3)"),
    "againRight()": ("verified", "n++; assertEquals(1, n);", "@RepeatedTest(3)"),
    "info(RepetitionInfo i)": (None, "", "@RepeatedTest(2)"),
    "pool()": ("verified", "ExecutorService e = Executors.newFixedThreadPool(1); assertEquals(7, e.submit(() -> 7).get());", "@Test"),
    "twoPools()": ("verified", "ScheduledExecutorService s = Executors.newScheduledThreadPool(1); s.schedule(() -> 8, 1, TimeUnit.SECONDS).get(); Executors.newFixedThreadPool(1).submit(() -> 7).get();", "@Test"),
    "timer()": ("verified", "java.util.Timer t = new java.util.Timer(); CountDownLatch l = new CountDownLatch(1); t.schedule(new TimerTask() { public void run() { l.countDown(); } }, 10); l.await();", "@Test"),
    # A thread that waits for what nobody does is none that is idle, nor is one of the program's own.
    "stuck()": ("violated", "CountDownLatch l = new CountDownLatch(1); Executors.newFixedThreadPool(1).submit(() -> { l.await(); return 1; });", "@Test"),
    "stuckThread()": ("violated", "new Thread(() -> { synchronized (this) { try { wait(); } catch (InterruptedException e) { } } }).start();", "@Test"),
    "mainStuck()": ("violated", "ExecutorService e = Executors.newFixedThreadPool(1); e.submit(() -> 7).get(); e.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);", "@Test"),
    "ownQueue()": ("violated", "BlockingQueue<Runnable> q = new LinkedBlockingQueue<>() { public Runnable take() throws InterruptedException { new CountDownLatch(1).await(); return null; } }; new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, q).submit(() -> 7).get();", "@Test"),
    "notFound()": ("verified", 'assertThrows(ClassNotFoundException.class, () -> Class.forName("no.such.Thing"));', "@Test"),
    "notFoundUncaught()": ("violated", 'Class.forName("no.such.Thing");', "@Test"),
}
FACTORIES = """
  @TestFactory Stream<DynamicNode> made() { return Stream.of(DynamicTest.dynamicTest("a", () -> { }), DynamicContainer.dynamicContainer("c", List.of(DynamicTest.dynamicTest("b", () -> { %s })))); }
  @TestFactory Collection<DynamicTest> madeRight() { return List.of(DynamicTest.dynamicTest("a", () -> assertEquals(0, n++)), DynamicTest.dynamicTest("b", () -> assertEquals(1, n++))); }
  @TestFactory DynamicTest[] madeWrong() { return new DynamicTest[] {DynamicTest.dynamicTest("a", () -> fail("made"))}; }
""" % RACE


def setUpModule():
    global WORK
    missing = [j for j in JARS if not os.path.exists(j)]
    if missing:
        raise unittest.SkipTest("no " + missing[0])
    WORK = tempfile.mkdtemp(prefix="jmc-test-parts-")
    body = "class PartsTest {\n  @TempDir static Path shared;\n  @TempDir File own;\n  int n;\n" \
           "  @BeforeEach void before(@TempDir Path mine) { assertTrue(Files.isDirectory(mine)); assertNotEquals(mine, shared); assertTrue(own.isDirectory()); assertNotEquals(own.toPath(), shared); }\n"
    for name, (_, code, annotation) in PARTS.items():
        body += "  %s void %s throws Exception { %s }\n" % (annotation, name, code)
    Path(WORK, "PartsTest.java").write_text(IMPORTS + body + FACTORIES + "}\n", encoding="utf-8")


def tearDownModule():
    shutil.rmtree(WORK, ignore_errors=True)


class Parts(unittest.TestCase):
    def run_tests(self, *arguments, jdk=JDKS[0], code=None, says=(), more=()):
        report = os.path.join(WORK, "report.json")
        r = subprocess.run([harness.jmc_path(), "test", "--jdk=" + jdk.home, "--classpath=" + ":".join([*JARS, *more]), "--json", report, *arguments], cwd=WORK, stdin=subprocess.DEVNULL,
                           capture_output=True, text=True, timeout=200, env=harness.environment())
        text = r.stdout + r.stderr
        if code is not None:
            self.assertEqual(r.returncode, code, text[:3000])
        for words in says:
            self.assertIn(words, text)
        return text, json.loads(Path(report).read_text(encoding="utf-8"))

    def test_all(self):
        expected = {name.split("(")[0]: status or "inconclusive" for name, (status, _, _) in PARTS.items()}
        expected.update(made="violated", madeRight="verified", madeWrong="violated")
        for jdk in (JDKS[0], JDKS[-1]):
            with self.subTest(jdk.key):
                text, data = self.run_tests("--time-limit=60", "PartsTest.java", jdk=jdk, code=1, says=["parameters, which only JUnit knows"])
                self.assertEqual({t["method"]: t["status"] for t in data["tests"]}, expected)
                kinds = {t["method"]: t["check"]["violations"][0]["kind"] for t in data["tests"] if t["status"] == "violated"}
                self.assertEqual({m for m, k in kinds.items() if k == "deadlock"}, {"stuck", "stuckThread", "mainStuck", "ownQueue"})
                notes = {t["method"]: [n for n in t["check"].get("notes", []) if "idle" in n] for t in data["tests"] if t.get("check")}
                one, two = "1 idle thread was left: the pool is never shut down", "2 idle threads were left: the pool is never shut down"
                self.assertEqual({m: n for m, n in notes.items() if n}, {"pool": [one], "twoPools": [two], "timer": [one]})
                self.assertRegex(text, r"verified +PartsTest\.twoPools .*; " + two + "\n")

    def test_who_wants_it(self):
        self.run_tests("--leftover=violation", "PartsTest.java#pool", code=1, says=["waits for ever (deadlock)", "1 tests, 1 violated"])
        Path(WORK, "Left.java").write_text("import java.util.concurrent.*; class Left { public static void main(String[] a) throws Exception { Executors.newFixedThreadPool(1).submit(() -> 7).get(); } }")
        for more, code in (([], 1), (["--leftover=note"], 0), (["--leftover=note", "--por=none"], 0), (["--leftover=note", "--executors=real", "--locks=real"], 0)):
            r = subprocess.run([harness.jmc_path(), "--jdk=" + JDKS[0].home, "--no-sampling", *more, "Left.java"], cwd=WORK, capture_output=True, text=True, timeout=200)
            self.assertEqual(r.returncode, code, r.stdout + r.stderr)
            self.assertEqual("note: 1 idle thread was left" in r.stdout, not code, r.stdout)

    def test_methods(self):
        text, data = self.run_tests("PartsTest.java#again", "PartsTest.java#folder", code=1)
        self.assertEqual(sorted(t["method"] for t in data["tests"]), ["again", "folder"])
        # The stack ends in the test, not in what has called it.
        self.assertRegex(text, r"\n    at PartsTest\.again\(PartsTest\.java:\d+\)\n\n")
        self.assertNotIn("    at jmc.junit.", text)
        self.run_tests("PartsTest.java#nix", code=2, says=["class PartsTest has no test nix; it has folder, "])

    def test_time_outs(self):
        """Late ones, where the strategy has them; and no error where it has not."""
        Path(WORK, "WaitsTest.java").write_text(IMPORTS + "class WaitsTest { @Test void waits() throws Exception { CompletableFuture<Integer> f = new CompletableFuture<>();"
                                                " new Thread(() -> f.complete(1)).start(); assertEquals(1, f.get(1, TimeUnit.SECONDS)); } }")
        for options, timeouts, code in (([], "late", 0), (["--por=none"], "late", 0), (["--timeouts=both"], "both", 1), (["--por=optimal-dpor"], "both", 1)):
            with self.subTest(options):
                _, data = self.run_tests(*options, "WaitsTest.java", code=code)
                self.assertEqual([t["check"]["configuration"]["timeouts"] for t in data["tests"]], [timeouts])

    def test_not_known(self):
        """What is not supported is named, and nothing is called violated for it."""
        Path(WORK, "NG.java").write_text("import org.testng.annotations.Test; @Test class NG { public void plain() { } @Test(enabled = true) public void marked() { } }")
        annotation = Path(WORK, "ng/org/testng/annotations")
        annotation.mkdir(parents=True, exist_ok=True)
        Path(annotation, "Test.java").write_text("package org.testng.annotations; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface Test { boolean enabled() default true; }")
        subprocess.run([JDKS[0].tool("javac"), str(Path(annotation, "Test.java"))], check=True)
        _, data = self.run_tests("NG.java", code=3, more=[os.path.join(WORK, "ng")], says=["a test of TestNG, which jmc does not support"])
        self.assertEqual(sorted(t["method"] for t in data["tests"]), ["marked", "plain"])

    def test_not_resolved(self):
        """A test that JUnit cannot begin has no answer: no schedule makes it fail."""
        jars = ["/usr/share/java/%s.jar" % j for j in ("junit-jupiter-engine", "junit-platform-engine")]
        if not all(map(os.path.exists, jars)):
            self.skipTest("no " + jars[0])
        Path(WORK, "WantsTest.java").write_text(IMPORTS + "class WantsTest { @Test void wants(RepetitionInfo i) { } @Test void told(TestInfo i) { fail(i.getDisplayName()); }"
                                                " @Nested class Made { Made(TestInfo i) { assertNotNull(i); } @Test void inside() { } } }")
        _, data = self.run_tests("WantsTest.java", code=1, more=jars, says=["JUnit cannot run it: ", "No ParameterResolver registered for parameter"])
        self.assertEqual({t["method"]: t["status"] for t in data["tests"]}, {"wants": "inconclusive", "told": "violated", "inside": "verified"})
        [stack] = [t["check"]["violations"][0]["stack"] for t in data["tests"] if t["method"] == "told"]
        self.assertRegex(stack.splitlines()[-1], r"^    at WantsTest\.told\(WantsTest\.java:2\)$")

    def test_second_signal(self):
        """A second SIGTERM ends the run, and loses nothing of what was found."""
        Path(WORK, "SlowTest.java").write_text(IMPORTS + "class SlowTest { int n; volatile long v; @Test void a() throws Exception { %s }\n@Test void b() throws Exception {"
                                               "for (int i = 0; i < 9; i++) new Thread(() -> { for (int k = 0; k < 99; k++) v = v * 31 + k; }).start(); } }" % RACE)
        report = os.path.join(WORK, "slow.json")
        p = subprocess.Popen([harness.jmc_path(), "test", "--jdk=" + JDKS[0].home, "--classpath=" + ":".join(JARS), "--jobs=1", "--json", report, "SlowTest.java"], cwd=WORK,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=harness.environment())
        time.sleep(8)
        p.send_signal(signal.SIGTERM)
        time.sleep(1.2)
        if p.poll() is None:
            p.send_signal(signal.SIGTERM)
        text = p.communicate(timeout=60)[0]
        self.assertEqual(p.returncode, 1, text)
        found = {t["method"]: t["status"] for t in json.loads(Path(report).read_text(encoding="utf-8"))["tests"]}
        self.assertEqual(found["a"], "violated")
        self.assertIn(found["b"], ("inconclusive", "error"))


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=40))
