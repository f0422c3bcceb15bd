"""What pytest needs to know of the suites tests/run-*: each is a module whose function cases(arguments) gives pairs of a name and a call.

A call returns None when it passes, a text when it is skipped, and raises Failure when it fails; any other exception is a failure, too. `pytest tests/run-clients`
runs a suite with its defaults, `pytest tests/run-clients --suite "--only CLQ_1"` with options of its own; tests/run-clients --only CLQ_1 is short for that.
"""
import collections
import fcntl
import os
import shlex
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--suite", default="", metavar="ARGUMENTS", help="options for the suites tests/run-*, as one word")
    parser.addoption("--sample-older", type=int, default=0, metavar="N", help="of the cases of older JDKs that the newest has, too, one in N")
    parser.addoption("--share", type=int, default=100, metavar="PERCENT", help="so many of a hundred cases, chosen by their names; all where --case names one, or with JMC_LONG_TESTS")
    parser.addoption("--case", action="append", default=[], metavar="NAME", help="only the case of this name (may be repeated)")


def pytest_collect_file(parent, file_path):
    if file_path.name.startswith("run-"):
        return Suite.from_parent(parent, path=file_path)
    return None


def pytest_collection_modifyitems(config, items):
    """A share of the tests of modules of unittest, too."""
    share = config.getoption("--share")
    if share == 100 or harness.LONG:
        return
    mine = [(item.nodeid, item) for item in items if not isinstance(item, Case)]
    kept = {name for name, _ in harness.share_of(mine, share)}
    config.hook.pytest_deselected(items=[item for name, item in mine if name not in kept])
    items[:] = [item for item in items if isinstance(item, Case) or item.nodeid in kept]


class Suite(pytest.File):
    def collect(self):
        arguments = shlex.split(self.config.getoption("--suite"))
        only = self.config.getoption("--case")
        # One process at a time makes the programs of a suite; the others find them made. What several suites compile, compile_java() locks.
        os.makedirs(os.path.join(harness.BUILD, "tests"), exist_ok=True)
        with open(os.path.join(harness.BUILD, "tests", ".collect-" + self.path.name), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                cases = harness.suite_module(str(self.path)).cases(arguments)
            except SystemExit as e:
                raise harness.Failure("%s: %s" % (self.path.name, e.code)) from None
        names = collections.Counter(name for name, _ in cases)
        twice = [name for name, n in names.items() if n > 1]
        if twice:
            raise harness.Failure("%s: cases of the same name: %s" % (self.path.name, ", ".join(twice)))
        if not harness.LONG and not only:
            of, share = self.config.getoption("--sample-older"), self.config.getoption("--share")
            cases = harness.sample_older(cases, of) if of else cases
            cases = harness.share_of(cases, share) if share < 100 else cases
        for name, call in cases:
            if not only or name in only:
                yield Case.from_parent(self, name=name, call=call)

    def repr_failure(self, excinfo):
        return str(excinfo.value) if isinstance(excinfo.value, harness.Failure) else super().repr_failure(excinfo)


class Case(pytest.Item):
    def __init__(self, *, call, **rest):
        super().__init__(**rest)
        self.call = call

    def runtest(self):
        harness.sums.clear()
        try:
            reason = self.call()
        finally:
            self.user_properties += list(harness.sums.items())
        if reason:
            pytest.skip("%s: %s" % (self.name, reason))

    def repr_failure(self, excinfo):
        text = str(excinfo.value) if isinstance(excinfo.value, harness.Failure) else str(super().repr_failure(excinfo))
        arguments = self.config.getoption("--suite")
        return "%s\nagain: %s %s--case %s" % (text, os.path.relpath(self.path, harness.ROOT), arguments + " " if arguments else "", shlex.quote(self.name))

    def reportinfo(self):
        return self.path, None, self.name


def pytest_terminal_summary(terminalreporter):
    """Sums over the cases of what they count, and the last line, which scripts read."""
    stats = terminalreporter.stats
    sums = collections.Counter()
    for report in stats.get("passed", []) + stats.get("failed", []):
        for name, value in report.user_properties:
            if isinstance(value, int):
                sums[name] += value
    for name in sorted(sums):
        terminalreporter.write_line("%12d %s" % (sums[name], name))
    failed = len(stats.get("failed", [])) + len(stats.get("error", []))
    skipped = len(stats.get("skipped", []))
    terminalreporter.config.last_line = "%d passed, %d failed%s" % (len(stats.get("passed", [])), failed, ", %d skipped" % skipped if skipped else "")


def pytest_unconfigure(config):
    line = getattr(config, "last_line", None)
    if line:
        print(line, flush=True)
