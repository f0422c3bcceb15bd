#!/usr/bin/env python3
"""`jmc init`: what it adds to build files is what a reader of XML finds there, whatever the file looks like."""
import os
import shutil
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from test_cli import Case, jmc, setUpModule, tearDownModule  # noqa: E402,F401

POM = """<?xml version="1.0"?>
<!-- <dependencies> of a comment -->
<project xmlns="http://example.org/pom">
    <modelVersion>4.0.0</modelVersion>
    <groupId>a</groupId><artifactId>b</artifactId><version>1</version>
    <dependencyManagement>
        <dependencies>
            <dependency><groupId>x</groupId><artifactId>jmc-junit-not</artifactId><version>1</version></dependency>
        </dependencies>
    </dependencyManagement>%s
    <build/>
    <profiles><profile><id>p</id><dependencies></dependencies></profile></profiles>
</project>
"""
WITH = """
    <dependencies>
        <!-- <dependency><artifactId>jmc-junit</artifactId></dependency> -->
        <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.9.2</version></dependency>
    </dependencies>"""


def read(file):
    with open(file) as f:
        return f.read()


class Init(Case):
    def project(self, name, text):
        folder = tempfile.mkdtemp(prefix="jmc-init-")
        self.addCleanup(shutil.rmtree, folder)
        with open(os.path.join(folder, name), "w") as f:
            f.write(text)
        return folder, os.path.join(folder, name)

    def test_maven(self):
        for text in (POM % WITH, POM % "", POM % "\n    <dependencies></dependencies>", (POM % WITH).replace("\n    ", "\n\t")):
            with self.subTest(text):
                folder, file = self.project("pom.xml", text)
                told = jmc("init", folder, jdk=None)
                self.assertEqual(told.returncode, 0, told.stderr)
                self.assertIn("<artifactId>jmc-junit</artifactId>", told.stdout)
                self.assertEqual(read(file), text)  # nothing is done unasked
                self.assertEqual(jmc("init", "--write", folder, jdk=None).returncode, 0)
                changed = read(file)
                ns = {"m": "http://example.org/pom"}
                there = [d.find("m:artifactId", ns).text for d in ET.fromstring(changed).findall("m:dependencies/m:dependency", ns)]
                self.assertEqual(there, (["junit-jupiter"] if "5.9.2" in text else []) + ["jmc-junit"])
                self.assertEqual(ET.fromstring(changed).findall("m:dependencies/m:dependency", ns)[-1].findtext("m:scope", None, ns), "test")
                self.assertIn("\n" + ("\t" if "\t" in text else "    ") * 2 + "<dependency>\n", changed)
                # All that was there is there still, and once is enough.
                lines = iter(changed.splitlines())
                for line in text.replace("<dependencies></dependencies>\n    <build/>", "").splitlines():
                    if line.strip() and "<dependencies></dependencies>" not in line:
                        self.assertTrue(any(line == other for other in lines), line)
                self.assertIn("already", jmc("init", "--write", folder, jdk=None).stdout)
                self.assertEqual(read(file), changed)

    def test_gradle(self):
        groovy = "plugins { id 'java' }\nrepositories { mavenCentral() } // {\n/* dependencies { */\ndependencies {\n    implementation 'a:b:1' // jmc-junit\n}\n"
        for name, text, line in (("build.gradle", groovy, "testImplementation 'jmc:jmc-junit:"),
                                 ("build.gradle.kts", groovy.replace("id 'java'", "java").replace("'a:b:1'", '("a:b:1")'), 'testImplementation("jmc:jmc-junit:'),
                                 ("build.gradle", "apply plugin: 'java'\n", "testImplementation 'jmc:jmc-junit:")):
            with self.subTest(text):
                folder, file = self.project(name, text)
                self.assertEqual(jmc("init", "--write", folder, jdk=None).returncode, 0)
                changed = read(file)
                self.assertEqual(changed.count("jmc:jmc-junit"), 1)
                self.assertEqual(changed.count("mavenLocal()"), 1)
                inside = changed[changed.index("\ndependencies {"):]
                self.assertIn(line, inside[:inside.index("\n}")])
                self.assertIn("already", jmc("init", folder, jdk=None).stdout)

    def test_errors(self):
        folder, _ = self.project("README", "")
        parent, _ = self.project("build.gradle", "subprojects {\n  dependencies { }\n}\n")
        broken, _ = self.project("pom.xml", "<project>\n  <dependencies>\n</project>\n")
        for words, said in ((["init", folder], "no pom.xml, build.gradle"), (["init", "--writ"], "no option --writ"), (["init", folder, folder], "one folder"),
                            (["init", "--write", parent], "no place"), (["init", broken], "pom.xml:3: </project>")):
            with self.subTest(words):
                r = jmc(*words, jdk=None)
                self.assertEqual((r.returncode, r.stdout), (2, ""))
                self.assertIn(said, r.stderr)

    def test_help(self):
        self.assertIn("jmc init [--write] [FOLDER]", jmc("help", "init", jdk=None).stdout)
        self.assertIn("jmc init", jmc("--help", jdk=None).stdout)


if __name__ == "__main__":
    unittest.main()
