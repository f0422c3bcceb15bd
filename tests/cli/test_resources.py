#!/usr/bin/env python3
"""Resources in jars of the class path are to a program what they are under java."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK = tempfile.mkdtemp(prefix="jmc-resources-")

PROGRAM = """
import java.io.*;
import java.net.*;
import java.util.jar.*;
public class InJar {
  public static void main(String[] args) throws Exception {
    for (String name : new String[] {"data/table.txt", "InJar.class"}) {
      URL url = InJar.class.getClassLoader().getResource(name);
      JarURLConnection c = (JarURLConnection) url.openConnection();
      System.out.println(c.getEntryName() + " " + c.getContentLength() + " " + c.getContentType() + " " + (c.getLastModified() > 0));
      System.out.println(c.getJarEntry().getTime() + " " + c.getMainAttributes().getValue("Made-For") + " " + c.getAttributes());
      System.out.println(new File(c.getJarFile().getName()).getName() + " " + c.getJarFile().size() + " " + c.getJarFileURL().getProtocol());
      System.out.println(c.getHeaderFields().keySet() + " " + c.getHeaderFieldKey(0) + " " + c.getHeaderField(0) + " " + c.getHeaderField("content-length") + " " + c.getDate());
      try (InputStream in = c.getInputStream()) { System.out.println(in.readAllBytes().length); }
    }
    Thread t = new Thread(() -> look());
    t.start();
    look();
    t.join();
  }
  static void look() {
    try {
      JarFile jar = ((JarURLConnection) InJar.class.getResource("/data/table.txt").openConnection()).getJarFile();
      synchronized (InJar.class) { System.out.println(jar.getEntry("data/table.txt").getSize()); }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
"""


def tearDownModule():
    shutil.rmtree(WORK, ignore_errors=True)


class Resources(unittest.TestCase):
    def test_connections_to_jars(self):
        source = os.path.join(WORK, "InJar.java")
        with open(source, "w", encoding="utf-8") as f:
            f.write(PROGRAM)
        classes = os.path.join(WORK, "classes")
        harness.compile_java(JDK, [source], classes, 17)
        jar = os.path.join(WORK, "app.jar")
        with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMade-For: a test\n\n")
            z.writestr("data/table.txt", "1 2 3\n" * 20)
            z.write(os.path.join(classes, "InJar.class"), "InJar.class")
        for jdk in harness.feature_releases():
            java = subprocess.run([jdk.tool("java"), "-cp", jar, "InJar"], capture_output=True, text=True, check=True)
            report = harness.run_jmc(["--jdk=" + jdk.home, "--classpath", jar, "InJar"], 60)
            self.assertEqual(report.verdict, "verified", report.last_lines())
            self.assertEqual([o.decode() for o in report.outcomes()], [java.stdout], jdk.home)


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
