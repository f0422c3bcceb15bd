#!/usr/bin/env python3
"""Several clients in one command, and known violations: the answer, the exit code, and that all reports have all of them."""
import fcntl
import functools
import json
import os
import subprocess
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


# The programs of these tests, by class. In each, `count` or what is read depends on the schedule.
SOURCES = {
    # A lost update that --visible=HoleAndLoss shows, and a box that it hides.
    "HoleAndLoss": """
        class Box { int value; }
        public class HoleAndLoss {
          static volatile int count;
          public static void main(String[] args) throws Exception {
            Box box = new Box();
            Thread a = new Thread(() -> { count++; box.value = 1; }), b = new Thread(() -> { count++; box.value = 2; });
            a.start(); b.start(); a.join(); b.join();
            assert count == 2 : "lost";
          }
        }""",
    # x and y are any two of 0..59 in ascending order: more messages than there are stories told.
    "Many": """
        public class Many {
          static volatile int count;
          public static void main(String[] args) throws Exception {
            Thread writer = new Thread(() -> { for (int i = 1; i < 60; i++) count = i; });
            writer.start();
            int x = count, y = count;
            assert false : "x " + x + ", y " + y;
          }
        }""",
    # Lost only with an argument.
    "Chosen": """
        public class Chosen {
          static volatile int count;
          public static void main(String[] args) throws Exception {
            Thread a = new Thread(() -> count++);
            a.start();
            if (args.length > 0) count++; else a.join();
            a.join();
            assert args.length == 0 || count == 2 : "lost";
          }
        }""",
    # Two loops without an operation, two with one, in threads of one name.
    "Loops": """
        public class Loops {
          static volatile int count;
          static volatile boolean never;
          static void first() { for (int i = 1; i != 0; i = i == 7 ? 1 : i + 1) { } }
          static void second() { for (int i = 1; i != 0; i = i == 9 ? 1 : i + 1) { } }
          static void third() { while (!never) Thread.onSpinWait(); }
          static void fourth() { while (!never) Thread.onSpinWait(); }
          public static void main(String[] args) throws Exception {
            new Thread(() -> {
              switch (count) { case 1 -> first(); case 2 -> second(); case 3 -> third(); case 4 -> fourth(); default -> { } }
            }, "worker").start();
            for (int i = 1; i <= 5; i++) count = i;
          }
        }""",
}


@functools.lru_cache(maxsize=None)
def compiled(moved):
    """The folder of these programs, with so many empty lines before them."""
    sources, folder = in_work("known-sources-%d" % moved), in_work("known-%d" % moved)
    os.makedirs(sources)
    for name, text in SOURCES.items():
        Path(sources, name + ".java").write_text("\n" * moved + text, encoding="utf-8")
    harness.compile_java(reports.JDK, sorted(str(p) for p in Path(sources).iterdir()), folder, 17)
    return folder


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
        self.assertEqual([(x["provenance"]["invocationIndex"], x["ruleId"], x["message"]["text"], x["partialFingerprints"]["jmcViolation/v3"]) for x in log["results"]], found)
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
        gone = in_work("gone.json", json.dumps({"jmc_baseline": 2, "violations": stored}))
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

    def each(self, *words, code, folder=None):
        """Several clients: what is printed, the JSON report, JUnit's counts of failures and errors."""
        files = {f: in_work("each." + f) for f in ("json", "junit")}
        r = run("--jdk=" + reports.JDK.home, "-cp", folder or reports.CLASSES, *["--%s=%s" % f for f in files.items()], *words)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        suites = ElementTree.parse(files["junit"]).getroot()
        return r.stdout, json.loads(Path(files["json"]).read_text(encoding="utf-8")), (suites.get("failures"), suites.get("errors"))

    def alone(self, *words, code, folder):
        path = in_work("alone.json")
        r = run("--jdk=" + reports.JDK.home, "-cp", folder, "--json=" + path, *words)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r.stdout, json.loads(Path(path).read_text(encoding="utf-8"))

    def test_a_doubt_stays_where_all_violations_are_known(self):
        for name, visible, code in [("HoleAndLoss", "HoleAndLoss", 3), ("Lost", "Lost,Nope", 2)]:
            with self.subTest(name):
                folder, known = (compiled(0) if name in SOURCES else reports.CLASSES), in_work(name + "-known.json")
                list_of = "--visible=" + visible
                _, data = self.alone(list_of, "--write-baseline=" + known, name, code=1, folder=folder)
                self.assertEqual(data["cause"], {3: "holes", 2: "unknown-name"}[code])
                _, data = self.alone(list_of, "--baseline=" + known, name, code=code, folder=folder)
                self.assertEqual((data["verdict"], data["baseline"]["exit_code"]), ("violated", code))
                text, data, junit = self.each(list_of, "--baseline=" + known, "--each", name, code=code, folder=folder)
                self.assertEqual((data["verdict"], data["exit_code"], junit), ("violated", code, ("0", "1")))
                self.assertIn("[known; else ", text)
                if code == 2:
                    self.assertIn("Nope", text)

    def test_what_has_no_story_is_never_known(self):
        folder, known = compiled(0), in_work("many.json")
        earlier = {"fingerprint": "0" * 32, "kind": "assertion", "message": "earlier", "program": "Many", "place": ""}
        in_work("many.json", json.dumps({"jmc_baseline": 2, "violations": [earlier]}))
        options = ["--time-limit=5", "--simplify=0"]
        for check in (self.alone, self.each):
            with self.subTest(check.__name__):
                each = ["--each"] if check == self.each else []
                text, data = check(*options, "--write-baseline=" + known, *each, "Many", code=1, folder=folder)[:2]
                self.assertIn("have no story, and so no fingerprint", text)
                self.assertTrue(any("leaves such ones out" in w for w in data["warnings"]), data["warnings"])
                stored = [v["fingerprint"] for v in json.loads(Path(known).read_text())["violations"]]
                self.assertEqual((len(stored), stored.count("")), (len(set(stored)), 0))
                self.assertIn("0" * 32, stored)
                data = check(*options, "--baseline=" + known, *each, "Many", code=1, folder=folder)[1]
                if each:
                    self.assertEqual(data["clients"][0]["gone"], [])
                    self.assertLess(data["clients"][0]["known"], len(data["clients"][0]["report"]["violations"]))
                else:
                    self.assertEqual(data["baseline"]["gone"], [])
                    self.assertTrue(any("count as new" in w for w in data["warnings"]), data["warnings"])

    def test_gone_is_of_a_program(self):
        folder, known = compiled(0), in_work("chosen.json")
        both = "@" + in_work("both.txt", "Chosen\nChosen bad\n")
        self.each("--write-baseline=" + known, both, code=1, folder=folder)
        stored = Path(known).read_text()
        self.assertEqual(len(json.loads(stored)["violations"]), 1)
        text, data, _ = self.each("--baseline=" + known, both, code=0, folder=folder)
        self.assertEqual([c["gone"] for c in data["clients"]], [[], []])
        self.assertNotIn("not found any more", text)
        # No client has it: said once. One of them was given up: not at all, and nothing is forgotten.
        text, data, _ = self.each("--baseline=" + known, "@" + in_work("none.txt", "Chosen\nChosen\n"), code=0, folder=folder)
        self.assertEqual([len(c["gone"]) for c in data["clients"]], [1, 0])
        self.assertEqual(text.count("note: Chosen: known, and not found any more"), 1)
        given_up = "@" + in_work("up.txt", "Chosen\n--bound=depth:1 Chosen bad\n")
        _, data, _ = self.each("--baseline=" + known, given_up, code=3, folder=folder)
        self.assertEqual([c["gone"] for c in data["clients"]], [[], []])
        self.each("--write-baseline=" + known, given_up, code=3, folder=folder)
        self.assertEqual(Path(known).read_text(), stored)

    def test_livelocks_have_their_loop(self):
        seen = []
        for moved, options in ((0, []), (0, ["--por=s-por", "--order=random:5"]), (3, ["--por=none"])):
            _, data = self.alone("--keep-going", *options, "Loops", code=1, folder=compiled(moved))
            self.assertEqual({v["kind"] for v in data["violations"]}, {"livelock"})
            seen.append({v["fingerprint"]: v["place"] for v in data["violations"]})
        self.assertEqual(len(seen[0]), 4)
        self.assertEqual(sorted(seen[0].values()), ["", "", "Loops.first", "Loops.second"])
        self.assertEqual(seen, [seen[0]] * 3)

    def test_writers_wait_for_each_other(self):
        path = in_work("shared.json", "")
        with open(path, "r+", encoding="utf-8") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            writer = subprocess.Popen([reports.JMC, "--jdk=" + reports.JDK.home, "--write-baseline=" + path, class_file("Lost")], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, env=harness.environment())
            with self.assertRaises(subprocess.TimeoutExpired):
                writer.wait(timeout=3)
            other = {"fingerprint": "0" * 32, "kind": "deadlock", "message": "other", "program": "Other", "place": ""}
            held.write(json.dumps({"jmc_baseline": 2, "violations": [other]}))
        self.assertEqual(writer.wait(timeout=60), 1)
        self.assertEqual([v["program"] for v in json.loads(Path(path).read_text())["violations"]], ["Lost", "Other"])

    def test_wrong_files(self):
        nothing = json.dumps({"jmc_baseline": 2, "violations": [dict.fromkeys(("fingerprint", "kind", "message", "program", "place"), "")]})
        for text in (nothing, "", "[]", "{}", '{"jmc_baseline": 9, "violations": []}', '{"jmc_baseline": 2, "violations": [{}]}'):
            r = run("--baseline=" + in_work("wrong.json", text), class_file("Fine"))
            self.assertEqual(r.returncode, 2)
            self.assertIn("--baseline", r.stderr)
        self.assertEqual(run("--baseline=" + in_work("none.json"), class_file("Fine")).returncode, 2)


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=40))
