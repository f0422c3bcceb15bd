#!/usr/bin/env python3
"""Several clients in one command, and known violations: the answer, the exit code, and that all reports have all of them."""
import json
import os
import sys
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import sarif  # noqa: E402
import test_reports as reports  # noqa: E402

setUpModule, tearDownModule = reports.setUpModule, reports.tearDownModule
harness, run = reports.harness, reports.run


def class_file(name):
    return os.path.join(reports.CLASSES, name + ".class")


def in_work(name, text=None):
    path = os.path.join(reports.WORK, name)
    if text is not None:
        Path(path).write_text(text, encoding="utf-8")
    return path


class Clients(unittest.TestCase):
    def several(self, *words, code):
        files = {f: in_work("all." + f) for f in ("json", "sarif", "junit")}
        r = run("--jdk=" + reports.JDK.home, "-cp", reports.CLASSES, *["--%s=%s" % f for f in files.items()], *words)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        text = {f: Path(path).read_text(encoding="utf-8") for f, path in files.items()}
        self.assertEqual(sarif.all_faults(text["sarif"]), [])
        return r, json.loads(text["json"]), json.loads(text["sarif"])["runs"][0], ElementTree.fromstring(text["junit"])

    def test_all_reports_have_all(self):
        names = ["Fine", "Lost", "Cycle", "Nonsense"]
        r, data, log, suites = self.several("--each", *names, code=1)
        verdicts = ["verified", "violated", "violated", "error"]
        self.assertEqual([(c["client"], c["verdict"]) for c in data["clients"]], list(zip(names, verdicts)))
        self.assertEqual([c["report"]["verdict"] for c in data["clients"]], verdicts)
        self.assertEqual((data["verdict"], data["exit_code"]), ("violated", 1))
        for name, verdict in zip(names, verdicts):
            self.assertRegex(r.stdout, r"(?m)^%s +%s " % (verdict, name))
        self.assertEqual([i["exitCode"] for i in log["invocations"]], [harness.EXIT[v] for v in verdicts])
        found = [(i, v["kind"], v["message"], v["fingerprint"]) for i, c in enumerate(data["clients"]) for v in c["report"]["violations"]]
        self.assertEqual([(x["provenance"]["invocationIndex"], x["ruleId"], x["message"]["text"], x["partialFingerprints"]["jmcViolation/v2"]) for x in log["results"]], found)
        cases = suites.findall("testsuite/testcase")
        self.assertEqual([c.get("classname") for c in cases], names)
        self.assertEqual([[e.tag for e in c] for c in cases], [["system-out"], ["failure"], ["failure"], ["error"]])
        self.assertEqual((suites.get("tests"), suites.get("failures"), suites.get("errors")), ("4", "2", "1"))
        # Each report is that of the client alone, and its witness is beside it.
        alone = reports.Reports("Lost")
        told = data["clients"][1]
        self.assertEqual(told["report"]["violations"], alone.json["violations"])
        self.assertEqual(told["witness"], in_work("all.Lost.witness.json"))
        self.assertEqual(run("replay", told["witness"]).returncode, 1)

    def test_exit_codes(self):
        for names, code in [("Fine", 0), ("Fine Lost Nonsense", 1), ("Fine Nonsense", 2), ("--bound=depth:1 Fine", 3), ("--bound=depth:1 Fine Nonsense", 2)]:
            with self.subTest(names):
                self.several("--each", *names.split(), code=code)
        self.assertEqual(run("--each").returncode, 2)

    def test_list(self):
        path = in_work("list.txt", "# clients\n\n  Fine # one\n--por=none Lost\n\"Arguments\" 'a b' c\n")
        _, data, _, _ = self.several("--por=s-por", "@" + path, "--jobs=1", code=1)
        self.assertEqual([c["client"] for c in data["clients"]], ["Fine", "Lost", "Arguments a b c"])
        settings = [c["report"]["configuration"] for c in data["clients"]]
        self.assertEqual([(s["por"], s["arguments"]) for s in settings], [("s-por", []), ("none", []), ("s-por", ["a b", "c"])])
        # Without --each what follows the client are its arguments.
        alone = run("--jdk=" + reports.JDK.home, "-cp", reports.CLASSES, "--json=" + in_work("alone.json"), "Arguments", "Fine", "@x")
        self.assertEqual(alone.returncode, 0, alone.stdout)
        self.assertEqual(json.loads(Path(in_work("alone.json")).read_text())["configuration"]["arguments"], ["Fine", "@x"])

    def test_folder(self):
        folder = in_work("folder")
        os.makedirs(folder, exist_ok=True)
        for name in ("Fine", "Throws", "Queue"):
            for f in Path(reports.CLASSES).glob(name + "*.class"):
                Path(folder, f.name).write_bytes(f.read_bytes())
        _, data, _, _ = self.several("--each", folder, code=1)
        mains = sorted(str(p) for p in Path(folder).glob("*.class") if b"([Ljava/lang/String;)V" in p.read_bytes() and b"\x04main" in p.read_bytes())
        self.assertEqual([c["client"] for c in data["clients"]], mains)
        self.assertGreater(len(mains), 1)

    def test_wrong_lists(self):
        for text, says in [("", "no client"), ("Fine\n--json=x Lost\n", ":2: --json"), ("Fine\n--nonsense Lost", ":2: unknown option --nonsense"), ("'Fine", ":1: a quote"),
                           ("Fine\n--por=x Lost", ":2: --por=x"), ("--time-limit=1", "expected [options] CLIENT")]:
            with self.subTest(text):
                r = run("@" + in_work("wrong.txt", text))
                self.assertEqual(r.returncode, 2)
                self.assertIn(says, r.stderr)
        self.assertIn("missing.txt", run("@" + in_work("missing.txt")).stderr)
        for option in ("--portfolio", "--checkpoint=" + in_work("x"), "--dot=" + in_work("x")):
            self.assertEqual(run(option, "--each", "Fine").returncode, 2)


class Known(unittest.TestCase):
    def check(self, name, *options):
        path = in_work("checked.json")
        r = run("--jdk=" + reports.JDK.home, "--json=" + path, *options, class_file(name))
        return r, json.loads(Path(path).read_text(encoding="utf-8"))

    def test_fingerprints_are_stable(self):
        for name in ["Lost", "Cycle", "Throws", "Notify"]:
            with self.subTest(name):
                seen = {tuple(sorted(v["fingerprint"] for v in self.check(name, "--keep-going", *options)[1]["violations"]))
                        for options in ((), ("--por=none",), ("--order=random:3", "--simplify=0"), ("--por=s-por", "--sourcepath=/nowhere"))}
                self.assertEqual(len(seen), 1, seen)

    def test_known_and_new_and_gone(self):
        known = in_work("known.json")
        for name in ("Lost", "Throws"):
            self.assertEqual(self.check(name, "--write-baseline=" + known)[0].returncode, 1)
        stored = json.loads(Path(known).read_text())["violations"]
        self.assertEqual([v["program"] for v in stored], ["Lost", "Throws"])
        r, data = self.check("Lost", "--baseline=" + known)
        self.assertEqual((r.returncode, data["verdict"], [v["known"] for v in data["violations"]]), (0, "violated", [True]))
        self.assertIn("known", r.stdout.splitlines()[0])
        r, data = self.check("Cycle", "--baseline=" + known)
        self.assertEqual((r.returncode, {v["known"] for v in data["violations"]}, data["baseline"]["gone"]), (1, {False}, []))
        stored[0].update(program="Fine", fingerprint="0" * 32)
        gone = in_work("gone.json", json.dumps({"jmc_baseline": 1, "violations": stored}))
        r, data = self.check("Fine", "--baseline=" + gone)
        self.assertEqual((r.returncode, len(data["baseline"]["gone"])), (0, 1))
        self.assertIn("not found any more", r.stdout)
        self.assertEqual(self.check("Lost", "--baseline=" + gone)[0].returncode, 1)
        # A search that was given up says nothing about what is new, nor about what is gone.
        r, data = self.check("Fine", "--baseline=" + gone, "--bound=depth:1")
        self.assertEqual((r.returncode, data["baseline"]["gone"]), (3, []))
        self.assertEqual(self.check("Fine", "--write-baseline=" + gone)[0].returncode, 0)
        self.assertEqual([v["program"] for v in json.loads(Path(gone).read_text())["violations"]], ["Throws"])

    def test_several(self):
        known = in_work("all-known.json")
        words = ["--jdk=" + reports.JDK.home, "-cp", reports.CLASSES]
        self.assertEqual(run(*words, "--write-baseline=" + known, "--each", "Lost", "Fine").returncode, 1)
        files = ["--sarif=" + in_work("k.sarif"), "--junit=" + in_work("k.xml")]
        r = run(*words, *files, "--baseline=" + known, "--each", "Lost", "Fine")
        self.assertEqual(r.returncode, 0, r.stdout)
        self.assertIn("[known]", r.stdout)
        log = Path(in_work("k.sarif")).read_text(encoding="utf-8")
        self.assertEqual(sarif.all_faults(log), [])
        self.assertEqual([x["baselineState"] for x in json.loads(log)["runs"][0]["results"]], ["unchanged"])
        self.assertEqual(ElementTree.parse(in_work("k.xml")).getroot().get("failures"), "0")
        self.assertEqual(run(*words, "--baseline=" + known, "--each", "Lost", "Cycle").returncode, 1)

    def test_wrong_files(self):
        for text in ("", "[]", "{}", '{"jmc_baseline": 9, "violations": []}', '{"jmc_baseline": 1, "violations": [{}]}'):
            r = run("--baseline=" + in_work("wrong.json", text), class_file("Fine"))
            self.assertEqual(r.returncode, 2)
            self.assertIn("--baseline", r.stderr)
        self.assertEqual(run("--baseline=" + in_work("none.json"), class_file("Fine")).returncode, 2)


if __name__ == "__main__":
    sys.exit(harness.main(__file__))
