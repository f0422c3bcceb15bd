"""The default answer of jmc against full search that takes nothing for granted: the options of the oracle, what is compared, and which assumption a difference rests on."""
import re

import harness

# Every access to shared data is a step, the JDK's locks and executors are its bytecode, no states are one but those that are equal.
ORACLE = ["--assume=none"]
# Each takes away one thing that the default takes for granted: which of them give the answer of the oracle says where a mistake is.
SINGLE = ["--all-shared", "--distinguish=unread", "--locks=real", "--executors=real", "--symmetry=off", "--thread-numbers=0", "--initialisations=all", "--warm-up=off", "--points=contended",
          "--no-safe-sets", "--races=off", "--refine=none", "--por=s-por", "--por=none"]

# What is another number in each schedule, or only a name: identity hash codes, numbers of threads, of lambdas and hidden classes.
MASKS = [(re.compile(r"@[0-9a-f]+"), "@H"), (re.compile(r"#\d+"), "#N"), (re.compile(r"\$\$Lambda[$/0-9a-fx]*"), "$$Lambda")]


class Answer:
    """What one run says: end ("decided", "undecided", "refused" with the first line), verdict, the kinds of violations, the outcomes."""

    def __init__(self, report):
        self.verdict = report.verdict
        self.kinds = sorted({v["kind"] for v in report.violations()})
        self.outcomes = sorted({masked(o["output"]) for o in report.data.get("outcomes") or []})
        self.states = (report.data.get("statistics") or {}).get("states", 0)
        self.end = "refused" if report.verdict == "error" else "decided"
        if self.end == "decided" and not report.data.get("complete"):
            self.end = "undecided"
        self.first_line = (report.text.strip().splitlines() or [""])[0]

    def key(self):
        return (self.verdict, self.kinds, self.outcomes)

    def __str__(self):
        return "%s %s %s" % (self.first_line if self.end == "refused" else self.verdict, self.kinds, self.outcomes)


def masked(text):
    for pattern, name in MASKS:
        text = pattern.sub(name, text)
    return text


def answer(jdk, classes, name, options, seconds, arguments=()):
    """Runs a program with all violations and outcomes; races are looked for as they are by default, where no option says otherwise."""
    races = [] if "--por=none" not in options else ["--races=off"]
    return Answer(harness.run_jmc(["--jdk=" + jdk.home, "--keep-going", "--simplify=0", "--second-opinion=0", "--time-limit=%d" % seconds] + races + list(options) + ["-cp", classes, name, *arguments],
                                  timeout=4 * seconds + 10, races=True))


def compare(jdk, classes, name, seconds, count):
    """The default answer and the oracle's, and what is wrong, or None. `count` is called with what there was: "compared", "undecided", "more than one outcome".
    A program that uses nothing but the JDK and is refused is wrong, too: somebody's program does the same."""
    full = answer(jdk, classes, name, ORACLE, seconds)
    if full.end != "decided":
        count(full.end)
        return full, None, full.first_line if full.end == "refused" else None
    default = answer(jdk, classes, name, [], 2 * seconds)
    if default.end == "undecided":
        count("undecided by default, but decided by full search")
        return full, default, None
    count("compared")
    if len(full.outcomes) + len(full.kinds) > 1:
        count("more than one outcome")
    if default.key() == full.key():
        return full, default, None
    if default.verdict == full.verdict == "inconclusive" and default.end == "decided":
        count("in doubt, and said so by both")  # a doubt names what is not explored: neither promises all outcomes
        return full, default, None
    return full, default, "default: %s\n  full:    %s" % (default, full)


def right_with(jdk, classes, name, full, seconds):
    """Which single options give the answer of full search."""
    right = []
    for option in SINGLE:
        try:
            if answer(jdk, classes, name, [option], seconds).key() == full.key():
                right.append(option)
        except harness.Failure:
            right.append(option + " (crashes)")
    return right


def flat(output):
    """As RunMany prints an output."""
    text = output.rstrip()
    return text.replace("\n", " / ") if text else "-"


def on_hotspot(jdk, classes, name, full, seconds):
    """What HotSpot shows that full search does not have. A mistake that blinds both searches, such as a native that announces nothing, shows only here."""
    if {"deadlock", "livelock", "uncaught-exception"} & set(full.kinds):
        return None
    runs, end, outputs = harness.run_many([name], jdk, classes, seconds, patience=2)[name]
    missing = {masked(o) for o in outputs} - {flat(o) for o in full.outcomes}
    if missing:
        return "in %d runs java prints %s, which full search does not have: %s" % (runs, sorted(missing), full)
    if end == "hangs":
        return "java hangs, full search has neither deadlock nor livelock: %s" % full
    return None
