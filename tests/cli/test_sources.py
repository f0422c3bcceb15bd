#!/usr/bin/env python3
"""Programs that are named by their sources: what is compiled, what is said, what is left behind."""
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
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

JDK = harness.find_jdk(None)
RACY = """%sclass %s {
  static int x;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> x++);
    t.start(); x++; t.join();
    if (x != 2) throw new AssertionError("x = " + x + " " + a.length);
  }
}
"""
RIGHT = """class %s { public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> {}); t.start(); t.join();
  System.out.println(System.getProperty("java.class.path")); } }
"""


# Names of threads are built by main while thread 1 may run already: that is no part of what goes wrong.
NAMED = """class Named {
  static final StringBuilder all = new StringBuilder();
  public static void main(String[] a) throws Exception {
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      threads[i] = new Thread(() -> all.append(Thread.currentThread().getName()), "worker-" + i);
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    if (all.length() != 16) throw new AssertionError();
  }
}
"""


class Sources(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.mkdtemp(prefix="jmc-test-sources-")
        self.temporary = os.path.join(self.work, "tmp")
        os.mkdir(self.temporary)
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)

    def write(self, name, text):
        path = Path(self.work, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def jmc(self, *arguments, code, jdk=JDK, cwd=None, says=()):
        environment = dict(harness.environment(), TMPDIR=self.temporary)
        command = [harness.jmc_path(), *(a for a in arguments if a in ("test", "linearizability", "replay"))]
        rest = [a for a in arguments if a not in ("test", "linearizability", "replay")]
        r = subprocess.run([*command, "--jdk=" + jdk.home, *rest], cwd=cwd or self.work, capture_output=True, text=True,
                           stdin=subprocess.DEVNULL, timeout=120, env=environment)
        text = r.stdout + r.stderr
        self.assertEqual(r.returncode, code, text[:3000])
        for words in says:
            self.assertIn(words, text)
        self.assertEqual(os.listdir(self.temporary), [], "a folder was left")
        return text

    def test_texts_that_a_thread_builds_alone_are_no_rows(self):
        text = self.jmc(self.write("Named.java", NAMED), code=1)
        rows = [row for row in text.split("Cause:")[0].splitlines() if "arraycopy" in row]
        self.assertTrue(rows, "the copies into the builder that both append to")
        self.assertTrue(all("byte[]#1" in row and not row[4:].startswith(" arraycopy") for row in rows), text)

    def test_one_file(self):
        """The first class with a main runs, places are those of the source, and the witness replays, wherever one is."""
        self.write("sub/Foo.java", "class First { }\n" + RACY % ("", "Foo") + RIGHT % "Last")
        report = os.path.join(self.work, "foo.json")
        text = self.jmc("--json", report, "sub/Foo.java", "1", "2", code=1, says=["x = 1 2", "Foo.java:5 ", "new Thread(() -> x++)"])
        data = json.loads(Path(report).read_text(encoding="utf-8"))
        again = self.jmc("replay", os.path.join(self.work, "foo.witness.json"), code=1, cwd="/")
        cut = lambda s: re.sub(r"^replay: .*\n", "", s[:s.index("Exception in thread")], flags=re.M)
        self.assertEqual(cut(text), cut(again))
        self.assertEqual(data["main_class"], "Foo")
        # The same text at another line is another program.
        self.write("sub/Foo.java", "\nclass First { }\n" + RACY % ("", "Foo"))
        self.jmc("replay", os.path.join(self.work, "foo.witness.json"), code=2, says=["other sources"])

    def test_two_files(self):
        """As with java, the second one is an argument of the first; that is said."""
        self.write("Foo.java", RACY % ("", "Foo"))
        self.write("Bar.java", RIGHT % "Bar")
        text = self.jmc("Foo.java", "Bar.java", code=1, says=["x = 1 1", "note: Bar.java was passed to main as an argument; jmc --each checks several programs"])
        self.assertEqual(text.count("was passed to main"), 1)
        self.assertNotIn("passed to main", self.jmc("Foo.java", "Baz.java", code=1))

    @unittest.skipUnless(os.path.exists(os.path.join(os.path.dirname(harness.jmc_path()), "libjmc-force.so")), "no jvmti.h when jmc was built")
    def test_confirmed(self):
        """What is run on the JVM is what was compiled, from a check and from its witness."""
        self.write("Racy.java", RACY % ("", "Racy"))
        for named in ("Racy.java", os.path.join(self.work, "Racy.java")):
            self.jmc("--confirm", "--witness=" + os.path.join(self.work, "w.json"), named, code=1, says=["(happens on the JVM too)"])
        self.jmc("replay", "--java", os.path.join(self.work, "w.json"), code=1, says=["(happens on the JVM too)"])

    def test_what_the_program_sees(self):
        """No name that is another in each run; what is found of other sources and of the class path."""
        self.write("pack/Main.java", "package pack; public class Main { public static void main(String[] a) { new Other(); new lib.Lib(); System.out.println(System.getProperty(\"java.class.path\")); } }")
        self.write("pack/Other.java", "package pack; class Other { }")
        lib = self.write("libs/lib/Lib.java", "package lib; public class Lib { }")
        subprocess.run([JDK.tool("javac"), lib], check=True)
        text = self.jmc("--classpath=libs", "pack/Main.java", code=0)
        self.assertIn("  %s:libs\n" % os.path.realpath(self.work), text.replace(self.work, os.path.realpath(self.work)))

    def test_errors(self):
        self.write("Bad.java", "class Bad { int x = \"s\"; }\n")
        text = self.jmc("Bad.java", code=2, says=["error: Bad.java: it could not be compiled by "])
        r = subprocess.run([JDK.tool("javac"), "-d", self.temporary, "Bad.java"], cwd=self.work, capture_output=True, text=True)
        self.assertIn(r.stderr, text)
        self.jmc("No.java", code=2, says=["there is no such file"])
        self.write("Uses.java", "import org.junit.jupiter.api.Test; class Uses { @Test void t() { } }")
        self.jmc("Uses.java", code=2, says=["note: JUnit is not on the class path: \"jmc test --classpath=JARS Uses.java\""])
        self.write("NG.java", "import org.testng.annotations.Test; class NG { @Test public void t() { } }")
        self.jmc("test", "NG.java", code=2, says=["TestNG's tests are not supported"])

    def test_other_commands(self):
        """What has no main is told what it is for, and that works."""
        self.write("Sum.java", "public class Sum { private int n; public void add(int v) { n += v; } public int get() { return n; } }")
        self.jmc("Sum.java", code=2, says=["\"jmc linearizability Sum.java\""])
        self.jmc("linearizability", "Sum.java", code=1, says=["{ add(1); get() } || { add(2) }", "Sum.java:1"])
        self.write("Start.java", "public class Start { private int n; public Start(int n) { this.n = n; } public synchronized int up() { return ++n; } }")
        self.jmc("linearizability", "Start.java(2)", code=0, says=["Start(2)"])
        api = "/usr/share/java/junit-jupiter-api.jar"
        if not os.path.exists(api):
            self.skipTest("no " + api)
        jars = ":".join("/usr/share/java/%s.jar" % j for j in ("junit-jupiter-api", "opentest4j", "apiguardian-api", "junit-platform-commons"))
        self.write("CounterTest.java", "import org.junit.jupiter.api.*; class CounterTest { int n; @Test void fine() { }\n"
                   "@Test void racy() throws Exception { Thread t = new Thread(() -> n++); t.start(); n++; t.join(); Assertions.assertEquals(2, n); } }")
        self.jmc("--classpath=" + jars, "CounterTest.java", code=2, says=["jmc test --classpath=JARS CounterTest.java"])
        self.jmc("test", "--classpath=" + jars, "--json=tests.json", "CounterTest.java", code=1, says=["CounterTest.fine", "CounterTest.racy: "])
        self.jmc("replay", "tests.CounterTest.racy.witness.json", code=1, says=["expected: <2> but was: <1>", "CounterTest.java:2"])

    def test_folders(self):
        self.write("all/A.java", RACY % ("public ", "A"))
        self.write("all/b/B.java", "package b;\n" + RIGHT % "B")
        self.write("all/b/Helper.java", "package b; class Helper { }")
        self.jmc("all", code=2, says=["2 of its sources have a main (all/A.java, all/b/B.java)"])
        self.jmc("all/b", code=0)
        self.jmc("--each", "all", code=1, says=["2 clients: 1 violated, 1 verified", "all/A.java", "all/b/B.java"])
        # One that does not compile is an error, and the others have their answers.
        self.write("all/Bad.java", "class Bad { public static void main(String[] a) { int x = null; } }")
        self.jmc("--each", "all", code=1, says=["3 clients: 1 violated, 1 error, 1 verified"])

    def test_preview(self):
        jdk = next((j for j in harness.feature_releases() if j.feature >= 25), None)
        if not jdk:
            self.skipTest("no JDK 25")
        self.write("Compact.java", "int x;\nvoid main() throws Exception { var t = new Thread(() -> x++); t.start(); t.join(); assert x == 1; }\n")
        self.jmc("Compact.java", code=0, jdk=jdk)
        self.write("Prim.java", "class Prim { public static void main(String[] a) { int i = 7; if (i instanceof byte b) System.out.println(b); } }")
        self.jmc("Prim.java", code=2, jdk=jdk, says=["--enable-preview"])
        self.jmc("--enable-preview", "--json=p.json", "Prim.java", code=0, jdk=jdk)

    def test_killed(self):
        """Whatever jmc dies of, while it compiles or while it searches, the folder goes."""
        self.write("Long.java", "class Long { public static void main(String[] a) throws Exception { for (int i = 0; i < 9; i++) new Thread(() -> { for (int k = 0; k < 99; k++) n = n * 31 + k; }).start(); } static int n; }")
        for seconds in (0.2, 3):
            for number in (signal.SIGKILL, signal.SIGTERM):
                p = subprocess.Popen([harness.jmc_path(), "--jdk=" + JDK.home, "Long.java"], cwd=self.work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                     env=dict(harness.environment(), TMPDIR=self.temporary))
                time.sleep(seconds)
                p.send_signal(number)
                p.wait(30)
                for _ in range(100):
                    if not os.listdir(self.temporary):
                        break
                    time.sleep(0.1)
                self.assertEqual(os.listdir(self.temporary), [])


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=30))
