#!/usr/bin/env python3
"""Portfolios from outside: answers, members that are killed, limits, signals; the same run for the same seed."""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_cli  # noqa: E402
from test_cli import JDK, JMC, Case, harness, program  # noqa: E402

setUpModule, tearDownModule = test_cli.setUpModule, test_cli.tearDownModule

ENDLESS = "--portfolio=s-por,dl-s-por"


def children(pid):
    """The processes that a process has started, zombies left out."""
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid), encoding="ascii") as f:
            pids = [int(p) for p in f.read().split()]
    except OSError:
        return []
    return [p for p in pids if alive(p)]


def alive(pid):
    try:
        with open("/proc/%d/stat" % pid, encoding="ascii", errors="replace") as f:
            return f.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def resident(pid):
    try:
        with open("/proc/%d/statm" % pid, encoding="ascii") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (OSError, IndexError):
        return 0


def eventually(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError("it did not happen in %d s" % seconds)


class Running:
    """A portfolio at work, with what it is about to write."""

    def __init__(self, *arguments):
        self.path = os.path.join(test_cli.WORK, "running.json")
        self.process = subprocess.Popen([JMC, "--jdk=" + JDK.home, "--json", self.path, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=harness.environment())

    def members(self, count):
        return eventually(lambda: (c := children(self.process.pid)) and len(c) == count and all(resident(p) > 15e6 for p in c) and c)

    def end(self):
        try:
            out, err = self.process.communicate(timeout=1200)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        with open(self.path, encoding="utf-8") as f:
            return self.process.returncode, out, err, json.load(f)


class Answers(Case):
    def members(self, data):
        return {m["name"]: m for m in data["portfolio"]["members"]}

    def test_violated(self):
        text, data = self.report("--portfolio", program("Lost"), code=1)
        self.assertEqual(text.splitlines()[0], "violated: java.lang.AssertionError: lost, count is 1 (assertion)")
        self.assertEqual([v["kind"] for v in data["violations"]], ["assertion"])
        self.assertIn("\nportfolio: ", text)
        winner = self.members(data)[data["portfolio"]["winner"]]
        self.assertEqual((winner["verdict"], winner["end"]), ("violated", "reported"))
        if not winner["search"]:
            self.assertEqual(winner["por"], data["configuration"]["por"])

    def test_same_outcomes_as_one_search(self):
        for name, code in [("Lost", 1), ("Locks", 1), ("Fine", 0), ("Alive", 0), ("ExitRace", 0), ("Throws", 1)]:
            with self.subTest(name):
                _, single = self.report("--keep-going", program(name), code=code)
                _, data = self.report("--keep-going", "--portfolio", "--jobs=3", program(name), code=code)
                for key in ("verdict", "complete", "main_class"):
                    self.assertEqual(data[key], single[key])
                self.assertEqual([o["output"] for o in data["outcomes"]], [o["output"] for o in single["outcomes"]])
                self.assertEqual(sorted((v["kind"], v["message"]) for v in data["violations"]), sorted((v["kind"], v["message"]) for v in single["violations"]))

    def test_the_report_of_the_winner_is_that_of_a_single_run(self):
        text, data = self.report("--portfolio=dl-s-por:random:3", "--jobs=1", program("Lost"), code=1)
        alone, single = self.report("--por=dl-s-por", "--order=random:3", "--witness=none", program("Lost"), code=1)
        self.assertEqual(set(data) - set(single), {"portfolio"})
        for part in set(single) - {"statistics", "configuration"}:
            self.assertEqual(data[part], single[part], part)
        self.assertEqual(data["configuration"], single["configuration"])
        timeless = [line for line in alone.splitlines() if " s (start " not in line]
        self.assertEqual([line for line in text.splitlines() if " s (start " not in line][:len(timeless)], timeless)
        for key in ("states", "transitions", "executions", "max_depth"):
            self.assertEqual(data["statistics"][key], single["statistics"][key])

    def test_all_permutations(self):
        _, data = self.report("--portfolio=s-por:permutations,dl-s-por:permutations", "--bound=depth:6", "--jobs=2", program("Three"), code=3)
        orders = ["sequential", "sequential:0,2,1,3", "sequential:0,3,1,2", "sequential:0,1,3,2", "sequential:0,2,3,1", "sequential:0,3,2,1"]
        self.assertEqual(data["portfolio"]["threads"], 4)
        self.assertEqual([m["name"] for m in data["portfolio"]["members"]], [por + " " + o for o in orders for por in ("s-por", "dl-s-por")])
        for m in data["portfolio"]["members"]:
            # dl-s-por has a depth bound; s-por knows bounds, and says what its answer is worth.
            reason = "depth bound of 6 transitions reached" if m["name"].startswith("dl") else "no violation with at most 6 steps; schedules beyond that were not explored"
            self.assertEqual((m["verdict"], m["reason"]), ("inconclusive", reason))
            self.assertGreater(m["states"], 0)
            self.assertGreater(m["seconds"], 0)
            self.assertGreater(m["peak_memory_bytes"], 1e6)
        self.assertIsNotNone(data["portfolio"]["winner"])

    def test_jobs(self):
        run = Running("--portfolio=s-por:random*6", "--jobs=2", "--time-limit=2", "--all-shared", program("Big"))
        most = 0
        while run.process.poll() is None:
            most = max(most, len(children(run.process.pid)))
            time.sleep(0.005)
        code, _, _, data = run.end()
        self.assertEqual((code, most), (3, 2))
        self.assertEqual([m["end"] for m in data["portfolio"]["members"]], ["reported"] * 2 + ["not started"] * 4)

    def test_doubt_is_not_repeated(self):
        text, data = self.report("--portfolio=s-por:random*5", "--jobs=1", "--visible=ConcurrentLinkedQueue", program("Hole"), code=3)
        self.assertIn("holes", text.splitlines()[0])
        self.assertEqual([m["end"] for m in data["portfolio"]["members"]], ["reported"] + ["not started"] * 4)

    def test_errors(self):
        r = test_cli.jmc("--portfolio", program("NoMain"))
        alone = test_cli.jmc(program("NoMain"))
        self.assertEqual((r.returncode, r.stdout, r.stderr), (2, "", alone.stderr))
        _, data = self.report("--portfolio=s-por:random*9", "--jobs=1", program("NoMain"), code=2)
        self.assertIn("public static void main", data["error"])
        self.assertEqual([m["end"] for m in data["portfolio"]["members"]], ["reported"] * 2 + ["not started"] * 7)

    def test_compared_to_the_end(self):
        for name, code in [("Lost", 1), ("Fine", 0)]:
            with self.subTest(name):
                text, data = self.report("--portfolio=dl-s-por,none,optimal-dpor", "--compare", program(name), code=code)
                self.assertIn("\ncompared: 3 complete answers, which agree\n", text)
                self.assertEqual((data["portfolio"]["compared"], data["portfolio"]["complete_answers"], data["portfolio"]["contradiction"]), (True, 3, None))
                self.assertEqual([m["end"] for m in data["portfolio"]["members"]], ["reported"] * 3)
        text, _ = self.report("--portfolio=dl-s-por,s-por", "--compare", "--bound=depth:3", program("Three"), code=3)
        self.assertIn("\ncompared: nothing, only 0 members have a complete answer\n", text)
        r = test_cli.jmc("--compare", program("Fine"))
        self.assertEqual(r.returncode, 2)
        self.assertIn("--compare: one search has nothing to be compared with", r.stderr)

    def test_arguments_of_the_program(self):
        _, data = self.report("--portfolio", "-Dword=!", program("Fine"), "x", "--por=y", code=0)
        self.assertEqual(sorted(o["output"] for o in data["outcomes"]), ['a\nb\n"end" \u00e9 x,--por=y!\n', 'b\na\n"end" \u00e9 x,--por=y!\n'])

    def test_refused(self):
        for arguments, says in [
            (["--portfolio=fast", program("Lost")], ["--portfolio", "fast", "dl-s-por"]),
            (["--portfolio=s-por:backwards", program("Lost")], ["s-por:backwards", "permutations"]),
            (["--portfolio=s-por:random*0", program("Lost")], ["s-por:random*0", "1 to"]),
            (["--portfolio=s-por:sequential:1,1", program("Lost")], ["s-por sequential:1,1", "permutation"]),
            (["--portfolio=", program("Lost")], ["--portfolio"]),
            (["--portfolio", "--por=s-por", program("Lost")], ["--por=s-por"]),
            (["--portfolio", "--order=random", program("Lost")], ["--order=random"]),
            (["--portfolio=dl-s-por,s-por", "--no-safe-sets", program("Lost")], ["s-por sequential", "--no-safe-sets"]),
            (["--jobs=2", program("Lost")], ["--jobs=2", "--portfolio"]),
            (["--portfolio", "--jobs=0", program("Lost")], ["--jobs=0"]),
            (["--portfolio"], ["no program"]),
        ]:
            with self.subTest(arguments):
                self.refused(*arguments, says=says)
        self.report("--portfolio=dl-s-por:random*2,de-s-por", "--no-safe-sets", program("Fine"), code=0)


class Members(Case):
    def test_killed_members_do_not_take_the_answer_along(self):
        # The first member has millions of states to see, the second one waits for its turn until that is dead.
        for number in (signal.SIGKILL, signal.SIGSEGV):
            run = Running("--portfolio=none,dl-s-por:random", "--jobs=1", program("Apart"))
            victim = run.members(1)[0]
            time.sleep(0.3)
            os.kill(victim, number)
            code, out, _, data = run.end()
            members = data["portfolio"]["members"]
            reason = "died: killed by " + number.name
            self.assertEqual((code, data["verdict"], data["portfolio"]["winner"]), (0, "verified", "dl-s-por random:0"))
            self.assertEqual([(m["end"], m["verdict"]) for m in members], [("died", None), ("reported", "verified")])
            self.assertEqual(members[0]["reason"], reason)
            self.assertGreater(members[0]["states"], 0)
            self.assertRegex(out, r"\n  none sequential +\d.* %s\n" % reason)

    def test_the_last_member_may_die_too(self):
        run = Running(ENDLESS, "--jobs=2", "--time-limit=3", "--all-shared", program("Big"))
        os.kill(run.members(2)[0], signal.SIGKILL)
        code, out, _, data = run.end()
        self.assertEqual((code, out.splitlines()[0]), (3, "inconclusive: time limit of 3 s reached"))
        self.assertEqual(sorted(m["end"] for m in data["portfolio"]["members"]), ["died", "reported"])

    def test_a_crash_is_no_answer(self):
        for number in (signal.SIGSEGV, signal.SIGABRT):
            run = Running(ENDLESS, "--jobs=2", "--all-shared", program("Big"))
            for pid in run.members(2):
                os.kill(pid, number)
            code, out, _, data = run.end()
            self.assertEqual((code, data["verdict"], data["portfolio"]["winner"]), (3, "inconclusive", None))
            self.assertEqual([m["reason"] for m in data["portfolio"]["members"]], ["died: killed by " + number.name] * 2)
            self.assertTrue(out.startswith("inconclusive: no member of the portfolio gave an answer: s-por sequential died: killed by " + number.name), out)

    def test_no_orphans(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            run = Running(ENDLESS, "--jobs=2", "--all-shared", program("Big"))
            pids = run.members(2)
            run.process.send_signal(number)
            run.process.communicate(timeout=600)
            eventually(lambda: not any(alive(p) for p in pids), 10)

    def test_no_member_is_left_after_the_answer(self):
        run = Running("--portfolio=s-por,dl-s-por", "--jobs=2", "--keep-going", program("Three"))
        pids = set()
        while run.process.poll() is None:
            pids.update(children(run.process.pid))
            time.sleep(0.001)
        self.assertEqual(len(pids), 2)
        self.assertFalse([p for p in pids if alive(p)])
        self.assertEqual(run.end()[0], 0)

    def test_interrupt(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            run = Running(ENDLESS, "--jobs=2", "--all-shared", program("Big"))
            run.members(2)
            time.sleep(0.5)
            run.process.send_signal(number)
            code, out, err, data = run.end()
            self.assertEqual((code, err, out.splitlines()[0]), (3, "", "inconclusive: interrupted"))
            self.assertGreater(data["statistics"]["states"], 0)
            self.assertEqual([m["reason"] for m in data["portfolio"]["members"]], ["interrupted"] * 2)

    def test_time_limit(self):
        start = time.monotonic()
        text, data = self.report(ENDLESS, "--jobs=1", "--time-limit=1", "--all-shared", program("Big"), code=3)
        self.assertLess(time.monotonic() - start, 20)
        self.assertEqual(text.splitlines()[0], "inconclusive: time limit of 1 s reached")
        self.assertEqual([m["end"] for m in data["portfolio"]["members"]], ["reported", "not started"])

    def test_members_end_in_time(self):
        # The analyses of optimal-dpor with 62 threads take long: a limit of 3 s ended after 16 s.
        start = time.monotonic()
        _, data = self.report("--portfolio=optimal-dpor,dl-s-por", "--jobs=2", "--time-limit=1", program("Crowd"), code=3)
        self.assertLess(time.monotonic() - start, 10)
        self.assertEqual([(m["end"], m["reason"]) for m in data["portfolio"]["members"]], [("reported", "time limit of 1 s reached")] * 2)

    def test_a_sampler_finds_what_searches_do_not(self):
        text, data = self.report("--portfolio", "--time-limit=60", program("CrowdBug"), code=1)
        self.assertIn("lost", text.splitlines()[0])
        self.assertEqual(data["portfolio"]["winner"], "pos:0")
        self.assertIn("pos:0", [m["search"] for m in data["portfolio"]["members"]])

    def test_a_sampler_beside_the_searches(self):
        # One search at a time, which does not end: samplers have what it leaves.
        _, data = self.report("--portfolio=dl-s-por,s-por,pos", "--jobs=1", "--time-limit=60", program("CrowdBug"), code=1)
        self.assertEqual([m["end"] for m in data["portfolio"]["members"]], ["stopped", "not started", "reported"])

    def test_the_chosen_portfolio_suits_the_options(self):
        _, data = self.report("--portfolio", "--memory=jmm", "--jobs=2", program("Lost"), code=1)
        self.assertEqual({m["por"] for m in data["portfolio"]["members"]}, {"dl-s-por", "s-por"})
        self.assertEqual({m["search"] for m in data["portfolio"]["members"]}, {""})

    def test_memory_is_shared(self):
        limit = 300 << 20
        run = Running("--portfolio=s-por,dl-s-por,none", "--jobs=3", "--memory-limit=300M", "--time-limit=100", "--all-shared", program("Big"))
        most = 0
        while run.process.poll() is None:
            most = max(most, sum(resident(p) for p in children(run.process.pid)))
            time.sleep(0.005)
        code, out, _, data = run.end()
        self.assertEqual(code, 3, out)
        self.assertLess(most, 1.3 * limit)
        self.assertGreater(most, 0.8 * limit)
        ends = sorted(m["end"] for m in data["portfolio"]["members"])
        self.assertEqual(ends, ["memory limit", "memory limit", "reported"])
        self.assertIn("memory limit", out.splitlines()[0])


class SameRun(Case):
    """An order is a schedule that can be had again: the same states, the same story."""

    def test_orders_are_reproducible(self):
        for por in ("none", "s-por", "de-s-por", "dl-s-por", "o-dpor"):
            seen = set()
            for order in ("random:1", "random:2", "random:3", "random:4", "sequential:2,1,0", "sequential:0,3,1,2"):
                runs = []
                for _ in range(2):
                    _, data = self.report("--por=" + por, "--order=" + order, program("Queue"), code=1)
                    runs.append([data["statistics"][k] for k in ("states", "transitions", "revisits", "max_depth")] + [data["violations"][0]["schedule"], data["violations"][0]["trace"]])
                self.assertEqual(runs[0], runs[1], (por, order))
                seen.add(json.dumps(runs[0]))
            self.assertGreater(len(seen), 1, "every order gives the same run")

    def test_any_permutation(self):
        for order in ("0,1,2,3", "3,2,1,0", "1,3,0,2", "0", "1,0", "5,4,3,2,1,0"):
            _, data = self.report("--order=sequential:" + order, "--keep-going", program("Three"), code=0)
            self.assertEqual(data["configuration"]["permutation"], order.split(","))
            self.assertEqual(len(data["outcomes"]), 6)
        for order in ("1,2,3", "0,0", "0,1,3", "1", "-1,0", "0,,1", "a"):
            self.refused("--order=sequential:" + order, program("Three"), says=["--order=sequential:" + order, "permutation"])


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=40))
