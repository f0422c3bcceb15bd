#!/usr/bin/env python3
"""All programs at once, and one after another: the same answer for every program, on classes that are right and wrong. Needs a JDK with javac.

With --keep-going no program is skipped after a violation, so that both engines decide every one of them."""
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

JDK = harness.find_jdk()
WORK, CLASSES, setUpModule, tearDownModule = harness.classes_for("engines", os.path.join(HERE, "structures"))

# Up to four calls, three where there are many programs of four. Right and wrong ones of each kind.
CLASSES_OF_PROGRAMS = {
    4: ["AbaStack", "AtomicCounter", "CheckThenAct", "Counter", "Gate", "HandOff", "HeadSetQueue", "IfHandOff", "IfSlot", "LinkSetQueue", "LostCasCounter",
        "LostRetryStack", "MichaelScottQueue", "NoHeadCheckQueue", "Slot", "SpinPair", "StampedStack", "TailFirstQueue", "TreiberStack", "TwoLockQueue",
        "UnlockedCounter", "WrongLockQueue"],
    3: ["BatchCounter", "LateReadList", "SpinSlot", "BlindTree", "CheckThenPutMap", "CountedSet", "DeafGate", "LazyList", "LockList", "NoMarkLazyList", "OneWakeSlot", "OptimisticList", "StaticCount", "StripedSet", "UncoupledList",
        "UnlockedBatchCounter", "WrongStripeSet"],
}


def answers(name, *options):
    r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, *options, name], command=["linearizability"], timeout=300)
    lin = r.data["linearizability"]
    out = {k: lin[k] for k in ("programs", "explained", "violating", "skipped", "undecided", "exhaustive", "undecided_programs", "methods", "without")}
    for key in ("violations", "unusable"):
        out[key] = [{k: v[k] for k in ("number", "program", "methods", "kind", "admitted")} for v in lin[key]]
    return r.verdict, out, lin


class Engines(unittest.TestCase):
    maxDiff = None

    def compare(self, name, *options):
        verdict, each, lin = answers(name, "--engine=each", *options)
        self.assertEqual(lin["engine"], "each")
        self.assertEqual(lin["families"], 0)
        also, together, lin = answers(name, "--engine=together", *options)
        self.assertEqual(lin["engine"], "together")
        self.assertEqual(verdict, also)
        self.assertEqual(each, together)
        self.assertGreater(each["programs"], 0)
        return verdict, lin

    def compare_all(self, threads):
        verdicts, together, programs = {}, 0, 0
        for calls, names in CLASSES_OF_PROGRAMS.items():
            for name in names:
                with self.subTest(name=name, threads=threads):
                    verdict, lin = self.compare(name, "--threads=%d" % threads, "--invocations=%d" % calls, "--keep-going")
                    verdicts[verdict] = verdicts.get(verdict, 0) + 1
                    together += lin["programs_together"]
                    programs += lin["programs"]
        # It is a test of two engines only if both were at work.
        self.assertGreater(together, programs / 4)
        self.assertGreater(verdicts.get("violated", 0), 10)
        self.assertGreater(verdicts.get("verified", 0), 10)

    def test_every_program(self):
        self.compare_all(2)

    def test_every_program_of_three_threads(self):
        self.compare_all(3)

    def test_what_families_are_made_of(self):
        """Final calls and invariants, groups, initial content, specifications, the order of calls, weak memory, limits of a description."""
        queue = "java.util.concurrent.ConcurrentLinkedQueue"
        few = ["--threads=2", "--calls=2", "--values=1"]
        for name, *options in [
                (queue, "--methods=offer,poll,remove", "--final=size()", "--initial=offer(1)", *few),
                (queue, "--methods=offer,poll", "--group=offer:1", "--group=poll:1", "--threads=3", "--calls=2", "--values=1", "--invocations=4"),
                ("java.util.concurrent.LinkedBlockingDeque", "--methods=putFirst,takeLast,size", "--notion=history", *few),
                ("java.util.concurrent.ConcurrentSkipListMap", "--methods=put,get,remove(Object)", "--specification=java.util.TreeMap", *few),
                ("java.util.concurrent.ConcurrentSkipListSet", "--methods=add,contains,pollFirst", "--memory=jmm", *few),
                ("java.util.concurrent.SynchronousQueue", "--methods=put,take,poll()", *few),
                ("java.util.concurrent.ConcurrentLinkedDeque", "--methods=addFirst,peekLast,pollFirst", "--threads=2", "--calls=2", "--values=2"),
                ("TreiberStack", "--notion=quiescent", *few),
                ("UnlockedCounter", "--notion=quiescent", "--por=none", *few)]:
            with self.subTest(name=name, options=options):
                proved = 0
                for more in (["--keep-going"], []):
                    _, lin = self.compare(name, *options, *more)
                    proved += lin["families_proved"]
                # Else one engine would have been compared with itself. Two increments that race are wrong in every family.
                if name != "UnlockedCounter":
                    self.assertGreater(proved, 0, (name, options))

    def test_searches_that_fail_are_told(self):
        """A method that starts a thread has no sequential executions: the search of all programs at once ends with an error, and each program says so for itself."""
        _, lin = self.compare("Spawner", "--threads=2", "--calls=2")
        self.assertGreater(lin["families_failed"], 0)
        self.assertIn("start a thread", lin["family_failure"])
        self.assertGreater(lin["programs_alone"], 0)
        self.assertEqual(lin["programs_alone"] + lin["programs_together"] + lin["skipped"], lin["programs"])
        self.assertTrue(all("spawn()" in v["methods"] for v in lin["unusable"]))
        _, _, lin = answers("Spawner", "--engine=together", "--methods=add", "--threads=2", "--calls=2")
        self.assertEqual(lin["families_failed"], 0)

    def test_searches_that_fail_are_told_of_levels_too(self):
        file = os.path.join(WORK, "spawner.json")
        with open(file, "w") as f:
            json.dump({"class": "Spawner", "methods": [{"name": "add", "parameters": [], "trusted": True}, {"name": "spawn", "parameters": []}]}, f)
        r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, "--notion=visibility", "--threads=2", "--calls=2", "--spec=" + file],
                            command=["linearizability"])
        lin = r.data["linearizability"]
        self.assertGreater(lin["families_failed"], 0)
        self.assertIn("start a thread", lin["family_failure"])
        self.assertIn("ended with an error, the first: ", r.text)
        self.assertGreater(lin["families_proved"], 0)
        self.assertGreater(lin["search_seconds"], 0)

    def test_what_it_cannot_do_is_refused(self):
        for option in ("--por=optimal-dpor", "--stateless", "--bound=preemption:2", "--random=10"):
            r = harness.run_jmc(["--jdk=" + JDK.home, "--classpath=" + CLASSES, "--engine=together", option, "Counter"], command=["linearizability"])
            self.assertEqual(r.code, 2)
            self.assertIn("--engine=together: " + option.split("=")[0], r.text)
            self.assertIn("or --engine=each", r.text)


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=30))
