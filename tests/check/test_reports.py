#!/usr/bin/env python3
"""Witnesses, replays and the formats of reports, of real programs: what the formats say agrees, and a replay tells the same story."""
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [ROOT, HERE]
import harness  # noqa: E402
import sarif  # noqa: E402

JMC = harness.jmc_path()
JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("reports", os.path.join(ROOT, "cli", "programs"), 17, with_sources=True)
FORMATS = ["json", "witness", "html", "sarif", "junit", "dot"]
# What becomes of them is in the head of each; all but the first break.
PROGRAMS = ["Fine", "Lost", "Cycle", "Throws", "Countdown", "Loop", "Notify", "ExitRace", "InterruptedJoin", "Background"]


def run(*arguments, stdin=None):
    r = subprocess.run([JMC, *arguments], input=stdin, stdin=subprocess.DEVNULL if stdin is None else None, capture_output=True, text=True, timeout=1200,
                       env=harness.environment())
    if r.returncode not in (0, 1, 2, 3):
        raise AssertionError("%s ended with %d\n%s%s" % (arguments, r.returncode, r.stdout, r.stderr))
    return r


class Reports:
    """A check of a program with all reports."""

    def __init__(self, name, *options):
        self.folder = os.path.join(WORK, name)
        os.makedirs(self.folder, exist_ok=True)
        files = {f: os.path.join(self.folder, "report." + f) for f in FORMATS}
        self.run = run("--jdk=" + JDK.home, *options, *["--%s=%s" % item for item in files.items()], os.path.join(CLASSES, name + ".class"))
        self.text = {f: Path(path).read_text(encoding="utf-8") for f, path in files.items()}
        self.json = json.loads(self.text["json"])
        self.witness = files["witness"]


def story(text):
    """The table of steps and what follows it, up to what is said of other executions or was assumed."""
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if re.match(r" *step ", line) or " thread 0 " in line), 1)
    last = next(i for i, line in enumerate(lines) if line.startswith(("note:", "assumed", "replayed:", "outcomes:", "data races")))
    # That it is the simplest schedule, and that another search agrees, is known to whoever has looked for it.
    return [line for line in lines[first:last] if line and not line.startswith(("schedule: ", "cross-checked", "not cross-checked", "replay: "))]


class Page(html.parser.HTMLParser):
    """Tags that are open and closed as they should be, and what the page would load."""
    VOID = {"meta", "input", "br", "link", "img"}

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.loads, self.headings, self.text = [], [], [], [], ""

    def handle_starttag(self, tag, attributes):
        self.loads += [value for name, value in attributes if name in ("src", "href", "action", "data") and not value.startswith("#")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        self.text += data
        if self.open and self.open[-1] in ("h1", "h2", "span"):
            self.headings.append(data)


class Formats(unittest.TestCase):
    def test_agree(self):
        for name in PROGRAMS:
            with self.subTest(name):
                r = Reports(name)
                verdict, kinds = r.json["verdict"], [v["kind"] for v in r.json["violations"]]
                self.assertEqual(harness.EXIT[verdict], r.run.returncode)
                if kinds:
                    first = r.json["violations"][0]
                    self.assertTrue(r.run.stdout.startswith("violated: %s (%s)" % (first["message"], first["kind"])), r.run.stdout)
                self.sarif(r, kinds)
                self.junit(r, verdict, kinds)
                page = Page()
                page.feed(r.text["html"])
                page.close()
                self.assertEqual((page.wrong, page.open, page.loads), ([], [], []))
                self.assertIn(verdict, page.headings)
                for v in r.json["violations"]:
                    self.assertTrue(any(v["message"] in text for text in page.headings), page.headings)
                    # Why it came to that is the same in all that say it.
                    for cause in v["causes"]:
                        self.assertIn(re.sub(r"\s+", " ", cause), re.sub(r"\s+", " ", r.run.stdout))
                        self.assertIn(re.sub(r"\s+", " ", cause), re.sub(r"\s+", " ", page.text))
                self.dot(r)

    def test_marked_rows(self):
        """A row of the text has a mark if a cause names its step, and only then."""
        for name in ("Lost", "Throws"):
            with self.subTest(name):
                r = Reports(name, "--story=steps")
                [violation] = r.json["violations"][:1]
                named = {int(n) for cause in violation["causes"] for n in re.findall(r"step (\d+)", cause)}
                self.assertTrue(named)
                table = r.run.stdout[:r.run.stdout.index("\nCause:\n")]
                self.assertEqual({int(n) for n in re.findall(r"^ *(\d+)\* ", table, re.M)}, named)
                self.assertGreaterEqual(len(re.findall(r"^ *\d+[* ] ", table, re.M)), len(named))

    def test_fewer_stops_before_fewer_steps(self):
        """A story with fewer preemptions is told although it has more steps, if it has no more rows. One stop is enough, whoever begins: of the worker between its last empty poll and idle = true."""
        source = os.path.join(ROOT, "java", "realistic", "ActorMissedMessage.java")
        out, report = os.path.join(WORK, "actor"), os.path.join(WORK, "actor.json")
        harness.compile_java(JDK, [source], out, 17)
        told, first = (run("--jdk=" + JDK.home, "--no-sampling", "--json=" + report, *more, "-cp", out, "ActorMissedMessage").stdout for more in ((), ("--simplify=0",)))
        self.assertIn("\nschedule: 1 preemption; with fewer of them this does not happen\n", told)
        rows = lambda text: len([line for line in story(text) if re.match(r" *[0-9-]+\*? ", line)])
        self.assertLessEqual(rows(told), rows(first))

    def sarif(self, r, kinds):
        log = json.loads(r.text["sarif"])
        self.assertEqual(sarif.all_faults(r.text["sarif"]), [])
        self.assertEqual(log["version"], "2.1.0")
        [one] = log["runs"]
        rules = [rule["id"] for rule in one["tool"]["driver"]["rules"]]
        self.assertEqual([result["ruleId"] for result in one["results"]], kinds)
        [invocation] = one["invocations"]
        self.assertEqual(invocation["exitCode"], r.run.returncode)
        self.assertEqual(invocation["executionSuccessful"], r.run.returncode in (0, 1))
        for result, violation in zip(one["results"], r.json["violations"]):
            self.assertEqual(rules[result["ruleIndex"]], result["ruleId"])
            self.assertEqual(result["message"]["text"], violation["message"])
            self.assertRegex(violation["fingerprint"], "^[0-9a-f]{32}$")
            self.assertEqual(result["partialFingerprints"], {"jmcViolation/v3": violation["fingerprint"]})
            flows = [f for flow in result.get("codeFlows", []) for f in flow["threadFlows"]]
            steps = sorted((l["executionOrder"], l["location"]["message"]["text"]) for f in flows for l in f["locations"])
            self.assertEqual([s["operation"] for s in violation["trace"]], [text for _, text in steps])
            self.assertEqual([order for order, _ in steps], list(range(1, len(steps) + 1)))
            for f in flows:
                for l in f["locations"]:
                    place = l["location"].get("physicalLocation")
                    if place:
                        self.assertNotIn("\\", place["artifactLocation"]["uri"])
                        self.assertGreaterEqual(place.get("region", {"startLine": 1})["startLine"], 1)

    def junit(self, r, verdict, kinds):
        suites = ElementTree.fromstring(r.text["junit"])
        [suite] = suites.findall("testsuite")
        [case] = suite.findall("testcase")
        failures, errors = case.findall("failure"), case.findall("error")
        self.assertEqual((len(failures), len(errors)), {"verified": (0, 0), "violated": (1, 0)}.get(verdict, (0, 1)))
        for element in (suites, suite):
            self.assertEqual((element.get("failures"), element.get("errors")), (str(len(failures)), str(len(errors))))
        if failures:
            self.assertEqual(failures[0].get("type"), kinds[0])
            self.assertEqual(failures[0].get("message"), r.json["violations"][0]["message"])

    def dot(self, r):
        text = r.text["dot"]
        nodes = set(re.findall(r"^ (s\d+) \[", text, re.M))
        edges = re.findall(r"^ (s\d+) -> (s\d+) \[", text, re.M)
        self.assertTrue(all(a in nodes and b in nodes for a, b in edges))
        if r.json["verdict"] == "verified":
            self.assertEqual(len(nodes), r.json["statistics"]["states"])
            self.assertEqual(len(edges), r.json["statistics"]["transitions"])
        graphviz = shutil.which("dot")
        if graphviz:
            subprocess.run([graphviz, "-Tsvg"], input=text, text=True, capture_output=True, check=True)

    def test_inconclusive_is_never_green(self):
        r = Reports("Fine", "--bound=depth:1")
        self.assertEqual(r.json["verdict"], "inconclusive")
        self.junit(r, "inconclusive", [])
        self.sarif(r, [])

    def test_wrong_command_line(self):
        path = os.path.join(WORK, "wrong.xml")
        r = run("--nonsense", "--junit=" + path, os.path.join(CLASSES, "Fine.class"))
        self.assertEqual(r.returncode, 2)
        self.assertIn("--nonsense", ElementTree.parse(path).find(".//error").get("message"))


class Replays(unittest.TestCase):
    def test_same_story(self):
        for name in PROGRAMS:
            for options in [(), ("--por=none",), ("--por=s-por", "--keep-going"), ("--por=optimal-dpor",), ("--all-shared",)]:
                with self.subTest(name, options=options):
                    r = Reports(name, *options)
                    if r.run.returncode == 2:
                        continue  # this strategy does not do that
                    violations = r.json["violations"]
                    out = os.path.join(WORK, "replay.json")
                    for i, violation in enumerate(violations):
                        again = run("replay", "--execution=%d" % (i + 1), "--json", out, r.witness)
                        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
                        with open(out, encoding="utf-8") as f:
                            replayed = json.load(f)
                        [told] = replayed["violations"]
                        for key in violation:
                            if key not in ("count", "preemptions", "fewest_preemptions"):  # of all executions, of other schedules
                                self.assertEqual(told[key], violation[key], key)
                        if len(violations) == 1:
                            self.assertEqual(again.stdout.splitlines()[0], r.run.stdout.splitlines()[0])
                            self.assertEqual(story(again.stdout), story(r.run.stdout))

    def test_outcomes(self):
        r = Reports("Fine")
        with open(r.witness, encoding="utf-8") as f:
            executions = json.load(f)["executions"]
        self.assertEqual(sorted(e["output"] for e in executions), sorted(o["output"] for o in r.json["outcomes"]))
        for i, execution in enumerate(executions):
            again = run("replay", "--execution=%d" % (i + 1), r.witness)
            self.assertEqual(again.returncode, 3, again.stdout + again.stderr)  # one execution verifies nothing
        past = run("replay", "--execution=%d" % (len(executions) + 1), r.witness)
        self.assertEqual(past.returncode, 2)

    def test_steps_forwards_and_backwards(self):
        r = Reports("Lost")
        with open(r.witness, encoding="utf-8") as f:
            n = len(json.load(f)["executions"][0]["schedule"])

        def say(*commands):
            done = run("replay", "--step", r.witness, stdin="\n".join(commands) + "\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout
        forward = say(*["next", "where"] * n)
        there_and_back = say("goto %d" % n, *["back", "where"] * n)
        places = [block for block in re.split(r"^step \d+ of \d+\n(?:  .*\n)*", forward, flags=re.M)][1:]
        back = [block for block in re.split(r"^step \d+ of \d+\n(?:  .*\n)*", there_and_back, flags=re.M)][2:]
        self.assertEqual(len(places), n)
        # Going back, each state is the one that was there on the way forwards.
        self.assertEqual(places[:-1], back[-2::-1] if len(back) == n else None)

    def test_refused(self):
        r = Reports("Lost")
        with open(r.witness, encoding="utf-8") as f:
            witness = json.load(f)

        def refused(change, *says, options=()):
            other = json.loads(json.dumps(witness))
            change(other)
            path = os.path.join(WORK, "other.json")
            with open(path, "w", encoding="utf-8") as f:
                json.dump(other, f)
            done = run("replay", *options, path)
            self.assertEqual(done.returncode, 2, done.stdout)
            for text in says:
                self.assertIn(text, done.stderr)
        name = next(iter(witness["classes"]))
        refused(lambda w: w.update(jmc="0.0.1"), "jmc 0.0.1")
        refused(lambda w: w.update(jdk_version="8"), "JDK 8")
        refused(lambda w: w["classes"].update({name: "0" * 32}), "another class file of " + name)
        refused(lambda w: w["classes"].update({"pkg/Gone": "0" * 32}), "pkg.Gone", "class path")
        # Whatever else: what is told would be what somebody has written into it.
        for change in [lambda w: w["executions"][0].update(kind="deadlock"), lambda w: w["executions"][0]["schedule"].insert(0, 7), lambda w: w["executions"][0].update(message="all is well"),
                       lambda w: w["executions"][0].update(output="something else"), lambda w: w["options"].append("--processors=2"), lambda w: w.update(digest="")]:
            refused(change, "changed after jmc had written it", "--force")
        for change in [lambda w: w["executions"][0].update(kind="deadlock"), lambda w: w["executions"][0]["schedule"].insert(0, 7)]:
            refused(change, "did not end as the witness says", options=["--force"])
        with open(r.witness, encoding="utf-8") as f:
            compact = json.dumps(json.load(f))
        path = os.path.join(WORK, "compact.json")
        with open(path, "w", encoding="utf-8") as f:
            f.write(compact)       # laid out in another way it is the same
        self.assertEqual(run("replay", path).returncode, 1)
        refused(lambda w: w.pop("executions"), "executions")
        refused(lambda w: w.update(witness=99), "99")
        for text in ["", "[]", "{}", "nonsense"]:
            path = os.path.join(WORK, "other.json")
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            self.assertEqual(run("replay", path).returncode, 2)
        self.assertEqual(run("replay", os.path.join(WORK, "missing.json")).returncode, 2)


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=60))
