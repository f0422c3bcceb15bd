"""Model-checked tests as Maven and Gradle run them: the sample projects as documented, and beside JaCoCo and Mockito with each way in which nothing is checked."""
import glob
import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ET

import harness
from harness import Failure

# Ways in which nothing is checked, as configuration parameters: what each failure says. FOLDER is where `stand_ins` has put programs in the place of jmc.
PROBES = {
    "missing": ({"jmc.executable": "/nowhere/jmc"}, "there is no jmc executable"),
    "not-executable": ({"jmc.executable": "FOLDER/not-executable"}, "may not be executed"),
    "other-platform": ({"jmc.executable": "FOLDER/other-platform"}, "no answer"),
    "killed": ({"jmc.executable": "FOLDER/killed"}, "was killed or crashed"),
    "memory": ({"jmc.memory-limit": "1M"}, "inconclusive"),
    "time": ({"jmc.time-limit": "0.001"}, "inconclusive"),
}
JACOCO, MOCKITO = "0.8.14", "5.20.0"
MOCKED = """package bank;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.*;
import org.junit.jupiter.api.Test;
class MockedTest {
  @Test void ordinary() {
    Runnable r = mock(Runnable.class);
    r.run();
    verify(r).run();
    assertEquals(5, new Account(5).balance());
  }
}
"""
COUNTER = """package bank;
import static org.junit.jupiter.api.Assertions.assertEquals;
import jmc.junit.ModelChecked;
class CounterTest {
  %s
  @ModelChecked void counts() throws InterruptedException {
    Thread t = new Thread(() -> %s);
    t.start();
    %s;
    t.join();
    assertEquals(2, %s);
  }
}
"""
RACY = COUNTER % ("int count;", "count++", "count++", "count")
FIXED = COUNTER % ("final java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();", "count.incrementAndGet()", "count.incrementAndGet()", "count.get()")
# What each test of the sample project has to come out as (Mockito's and the counter's among them): what its failure says, nothing where it passes.
SAMPLE = {"bank.AccountTest.nobodyWithdrawsWhatIsNotThere": "", "bank.AccountTest.transfersKeepTheSum": "waits to lock", "bank.WithdrawOutcomesTest.outcomes": ""}


def with_jmc(environment=None, path=None):
    env = dict(environment or harness.environment())
    env.pop("JMC_HOME", None)
    env["PATH"] = (path or os.path.dirname(harness.jmc_path())) + ":/usr/bin:/bin"
    return env


class NoRegistry(Exception):
    """What the tool has to download cannot be had."""


class Project:
    """A copy of the sample project in a folder of its own, and jmc-junit in the local repository."""

    def __init__(self, tool, folder, jdk):
        self.program = shutil.which(tool)
        self.folder, self.home, self.env = folder, os.path.join(folder, "examples", tool if tool == "gradle" else "maven"), with_jmc()
        for name in ("integrations/junit", "examples/maven", "examples/gradle"):
            shutil.copytree(os.path.join(harness.ROOT, name), os.path.join(folder, name), symlinks=True, ignore=shutil.ignore_patterns("target", "build", ".gradle"))
        self.jdk, self.tests = jdk, os.path.join(folder, "examples", "maven", "src", "test", "java", "bank")
        if tool != "gradle":
            self.env["JAVA_HOME"] = jdk.home
        r = self.run([shutil.which("mvn"), "-q", "-B", "-f", os.path.join(folder, "integrations", "junit"), "install"])
        if r.returncode != 0:
            raise Failure(r.stdout[-2000:])

    def run(self, command):
        r = subprocess.run(command, cwd=self.home, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
        if r.returncode != 0 and re.search("Could not (resolve|transfer|find artifact|download|GET|HEAD)", r.stdout):
            raise NoRegistry
        return r

    def add_test(self, name, text):
        harness.write_source(os.path.join(self.tests, name), text)

    def stand_ins(self):
        for name, content, mode in (("not-executable", b"#!/bin/sh\nexit 0\n", 0o644), ("killed", b"#!/bin/sh\nkill -9 $$\n", 0o755), ("other-platform", b"\xcf\xfa\xed\xfe" + bytes(64), 0o755)):
            with open(os.path.join(self.folder, name), "wb") as f:
                f.write(content)
            os.chmod(os.path.join(self.folder, name), mode)
        return {name: ({k: v.replace("FOLDER", self.folder) for k, v in p.items()}, says) for name, (p, says) in PROBES.items()}

    def found(self, reports):
        """The failure, or nothing, of each test in the reports of a folder."""
        out = {}
        for path in glob.glob(os.path.join(self.home, reports, "TEST-*.xml")):
            for c in ET.parse(path).getroot().iter("testcase"):
                out["%s.%s" % (c.get("classname"), c.get("name").split("(")[0])] = " ".join((k.get("message") or "") + (k.text or "") for k in c if k.tag in ("failure", "error", "skipped"))
        return out


def in_project(tool, jdk, call):
    """What `call` says of a fresh copy of the sample project; why it is skipped where the tools, or a registry, are missing."""
    for needed in ("mvn", tool):
        if not shutil.which(needed):
            return "no %s on the PATH" % needed
    with tempfile.TemporaryDirectory(prefix="jmc-%s-" % tool) as folder:
        try:
            call(Project(tool, folder, jdk))
        except NoRegistry:
            return "no registry to be reached"
    return None


def expect(what, found, expected):
    wrong = {n: (found.get(n, "not run")[-1500:], expected.get(n)) for n in set(found) | set(expected)
             if n not in found or n not in expected or bool(found[n]) != bool(expected[n]) or expected[n] not in found[n]}
    if wrong:
        raise Failure("%s: found, expected: %s" % (what, wrong))


def maven_sample(project):
    r = project.run([project.program, "-q", "-B", "test"])
    found = project.found("target/surefire-reports")
    if r.returncode == 0:
        raise Failure("mvn test ended with 0\n" + r.stdout[-2000:])
    expect("Surefire", found, SAMPLE)
    if "assertTrue(b.transfer(a, 5))" not in found["bank.AccountTest.transfersKeepTheSum"]:
        raise Failure("Surefire's report has no source of the deadlock: %s" % found)
    if r.stdout.count("No thread can go on") != 1:
        raise Failure("the story of the deadlock is not printed once\n" + r.stdout[-6000:])


GRADLE_JVM = "\n(tasks.findByName('junitPlatform') ?: test).executable = '%s'\n"


def gradle_sample(project):
    """Red with a counter that loses an update; green when that is mended and the test of the deadlock gone."""
    with open(os.path.join(project.home, "build.gradle"), "a", encoding="utf-8") as f:
        f.write(GRADLE_JVM % project.jdk.tool("java"))
    test = [project.program, "--no-daemon", "-q", "test"]
    project.add_test("CounterTest.java", RACY)
    r = project.run(test)
    found = project.found("build/test-results/test")
    if r.returncode == 0:
        raise Failure("gradle test ended with 0\n" + r.stdout[-2000:])
    expect("Gradle", found, {**SAMPLE, "bank.CounterTest.counts": "expected: <2> but was: <1>"})
    if "assertTrue(b.transfer(a, 5))" not in found["bank.AccountTest.transfersKeepTheSum"]:
        raise Failure("Gradle's report has no source of the deadlock: %s" % found)
    project.add_test("CounterTest.java", FIXED)
    os.remove(os.path.join(project.tests, "AccountTest.java"))
    r = project.run(test)
    expect("Gradle, mended", project.found("build/test-results/test"), {"bank.CounterTest.counts": "", "bank.WithdrawOutcomesTest.outcomes": ""})
    if r.returncode != 0:
        raise Failure("gradle test ended with %d where nothing is wrong\n%s" % (r.returncode, r.stdout[-2000:]))


def check_beside_others(project, probes, ordinary, of_probe):
    """Beside JaCoCo's agent and Mockito the answers are the same; and whatever keeps jmc from an answer fails each test that is checked, and no other."""
    expect("beside JaCoCo and Mockito", project.found(ordinary), {**SAMPLE, "bank.CounterTest.counts": "expected: <2> but was: <1>", "bank.MockedTest.ordinary": ""})
    for name, (_, says) in probes.items():
        expect(name, project.found(of_probe % name), {n: "" if n == "bank.MockedTest.ordinary" else says for n in [*SAMPLE, "bank.CounterTest.counts", "bank.MockedTest.ordinary"]})


def maven_beside_others(project):
    project.add_test("MockedTest.java", MOCKED)
    project.add_test("CounterTest.java", RACY)
    probes = project.stand_ins()
    executions = "".join("<execution><id>%s</id><phase>test</phase><goals><goal>test</goal></goals><configuration><reportsDirectory>target/%s</reportsDirectory><systemPropertyVariables>%s</systemPropertyVariables></configuration></execution>"
                         % (n, n, "".join("<%s>%s</%s>" % (k, v, k) for k, v in p.items())) for n, (p, _) in probes.items())
    pom = open(os.path.join(project.home, "pom.xml"), encoding="utf-8").read()
    pom = pom.replace("<version>3.1.2</version>", "<version>3.1.2</version><configuration><testFailureIgnore>true</testFailureIgnore></configuration><executions>%s</executions>" % executions)
    pom = pom.replace("</plugins>", "<plugin><groupId>org.jacoco</groupId><artifactId>jacoco-maven-plugin</artifactId><version>%s</version><executions><execution><goals><goal>prepare-agent</goal></goals></execution></executions></plugin></plugins>" % JACOCO)
    pom = pom.replace("</dependencies>", "<dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId><version>%s</version><scope>test</scope></dependency></dependencies>" % MOCKITO)
    with open(os.path.join(project.home, "pom.xml"), "w", encoding="utf-8") as f:
        f.write(pom)
    r = project.run([project.program, "-q", "-B", "test"])
    if r.returncode != 0:
        raise Failure(r.stdout[-3000:])
    check_beside_others(project, probes, "target/surefire-reports", "target/%s")
    if not os.path.getsize(os.path.join(project.home, "target", "jacoco.exec")):
        raise Failure("JaCoCo's agent did nothing")


# A task for each probe, of the kind that runs the tests of the sample project.
GRADLE_PROBES = """
apply plugin: 'jacoco'
jacoco.toolVersion = '%s'
dependencies { testImplementation 'org.mockito:mockito-core:%s' }
def old = tasks.findByName('junitPlatform')
if (old) jacoco.applyTo(old)
def probes = [%s]
probes.each { name, properties ->
  def probe = task("probe-$name", type: old ? JavaExec : Test, dependsOn: testClasses) {
    executable = (old ?: test).executable
    systemProperties properties
  }
  if (old) {
    probe.classpath = old.classpath
    probe.main = old.main
    probe.args '--scan-classpath=' + sourceSets.test.output.classesDirs.asPath, '--reports-dir=' + file("$buildDir/test-results/probe-$name")
  } else {
    probe.useJUnitPlatform()
  }
}
"""


def gradle_beside_others(project):
    project.add_test("MockedTest.java", MOCKED)
    project.add_test("CounterTest.java", RACY)
    probes = project.stand_ins()
    listed = ", ".join("'%s': [%s]" % (n, ", ".join("'%s': '%s'" % kv for kv in p.items())) for n, (p, _) in probes.items())
    with open(os.path.join(project.home, "build.gradle"), "a", encoding="utf-8") as f:
        f.write(GRADLE_JVM % project.jdk.tool("java") + GRADLE_PROBES % (JACOCO, MOCKITO, listed))
    tasks = ["probe-" + name for name in probes]
    r = project.run([project.program, "--no-daemon", "--continue", "test", *tasks])
    check_beside_others(project, probes, "build/test-results/test", "build/test-results/probe-%s")
    green = [t for t in tasks if "Execution failed for task ':%s'" % t not in r.stdout]
    if r.returncode == 0 or green:
        raise Failure("gradle ended with %d, did not fail: %s\n%s" % (r.returncode, green, r.stdout[-2000:]))
    if not [f for f in glob.glob(os.path.join(project.home, "build", "jacoco", "*.exec")) if os.path.getsize(f)]:
        raise Failure("JaCoCo's agent did nothing")


def sample_project(tool, jdk):
    """The documented steps: the extension into a local repository, then `mvn test` or `gradle test` in the sample project."""
    return in_project(tool, jdk, {"mvn": maven_sample, "gradle": gradle_sample}[tool])


def beside_others(tool, jdk):
    return in_project(tool, jdk, {"mvn": maven_beside_others, "gradle": gradle_beside_others}[tool])


WORKFLOW = os.path.join(harness.ROOT, "integrations", "ci", "jmc.yml")
PLAIN = """package bank;
import static org.junit.jupiter.api.Assertions.assertEquals;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
class CounterTest {
  int count;
  final AtomicInteger right = new AtomicInteger();
  void twice(Runnable counts) throws InterruptedException {
    Thread t = new Thread(counts);
    t.start();
    counts.run();
    t.join();
  }
  @Test void racy() throws InterruptedException {
    twice(() -> count++);
    assertEquals(2, count);
  }
  @Test void fixed() throws InterruptedException {
    twice(right::incrementAndGet);
    assertEquals(2, right.get());
  }
}
"""


def workflow_steps(jdk):
    """The steps of the reusable workflow that are no installation, as its runner's shell runs them, on tests without an annotation of jmc."""
    try:
        import yaml
    except ImportError:
        return "no python3-yaml"
    with open(WORKFLOW, encoding="utf-8") as f:
        workflow = yaml.safe_load(f)
    inputs = workflow[True]["workflow_call"]["inputs"]    # "on" is true in YAML 1.1
    steps = workflow["jobs"]["check"]["steps"]
    if [s for s in steps if len({"run", "uses"} & set(s)) != 1] or [k for k in inputs if inputs[k].get("type") != "string"]:
        raise Failure("a step is either a command or an action, and an input has a type: %s" % workflow)
    values = {"package": "", "tests": "bank", "java": inputs["java"]["default"]}
    if set(values) != set(inputs):
        raise Failure("inputs: %s" % set(inputs))

    def call(project):
        project.add_test("CounterTest.java", PLAIN)
        for name in ("AccountTest.java", "WithdrawOutcomesTest.java"):
            os.remove(os.path.join(project.tests, name))
        ran = []
        for command in [s["run"] for s in steps if "run" in s and "apt-get" not in s["run"]]:
            command = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: values[m.group(1)], command).replace("/tmp/classpath", os.path.join(project.folder, "classpath"))
            ran.append(project.run(["sh", "-e", "-c", command]))
        if [r.returncode for r in ran] != [0, 1]:
            raise Failure("the steps ended with %s\n%s" % ([r.returncode for r in ran], ran[-1].stdout[-2000:]))
        found = {c.get("name"): [k.tag for k in c if k.tag in ("failure", "error", "skipped")] for c in ET.parse(os.path.join(project.home, "jmc.xml")).getroot().iter("testcase")}
        if found != {"racy": ["failure"], "fixed": []}:
            raise Failure("JUnit's XML: %s" % found)
        if not re.search(r"^::error file=src/test/java/bank/CounterTest.java,line=\d+,", ran[-1].stdout, re.M) or not os.path.getsize(os.path.join(project.home, "jmc.sarif")):
            raise Failure("no annotation, or no SARIF\n" + ran[-1].stdout[-2000:])

    return in_project("mvn", jdk, call)
