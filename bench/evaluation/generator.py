"""Writes the Java clients of the evaluation from clients.txt.

A line such as `OL_07: OptimisticList: { add(1); remove(2) } || { add(2) } || { contains(1) }` describes a client: each sequence of calls runs in a
thread of its own. `BC_31 half: BuggyCoarseList(LATE_LOCK, 1): ...` also names the class of the client (how many of its calls run into the bug: all,
half, one, none) and the arguments of the constructor.

The client prints the result of each call and what is in the structure in the end, and asserts that this is an outcome of some sequential
interleaving of the calls. HotSpot computes those here, with the same structure: one call at a time, a misplaced lock does no harm.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests"))
import harness  # noqa: E402

STRUCTURES = os.path.join(HERE, "structures")
LONGEST_TEXT = 60000  # a constant of a class file has at most 65535 bytes


class Structure:
    """A class under test: its visible list, how its final content is asked for, and whether it uses java.util.concurrent.locks."""

    def __init__(self, visible, content, locks=False, qualified=None):
        self.visible, self.content, self.locks, self.qualified = visible, content, locks, qualified


SET, MAP, QUEUE = "contains", "get", "take"
TABLE = {
    "CoarseList": Structure("CoarseList", SET, locks=True),
    "OptimisticList": Structure("OptimisticList", SET, locks=True),
    "NonBlockingTree": Structure("NonBlockingTree", SET),
    "QueueWrapper": Structure("QueueWrapper,ConcurrentLinkedQueue", QUEUE),
    "ConcurrentHashMap": Structure("ConcurrentHashMap", MAP, qualified="java.util.concurrent.ConcurrentHashMap<Integer, Integer>"),
    "MapWrapper": Structure("MapWrapper,ConcurrentHashMap", SET),
    "CoarseHashMap": Structure("CoarseHashMap", MAP),
    "BuggyCoarseList": Structure("BuggyCoarseList", SET, locks=True),
    "BuggyOptimisticList": Structure("BuggyOptimisticList", SET, locks=True),
}
VOID = {"clear"}


class Client:
    """One line of clients.txt."""

    def __init__(self, line):
        match = re.fullmatch(r"(\w+)(?: (all|half|one|none))?: (\w+)(?:\((\w+(?:, \d+)*)\))?: (.*?)\s*", line)
        if not match:
            raise ValueError("not a client: " + line)
        self.line = line
        self.name, self.hits, self.simple, arguments, self.program = match.groups()
        self.structure = TABLE[self.simple]
        self.kind = self.structure.qualified or self.simple
        self.arguments = arguments.split(", ") if arguments else []
        self.threads = []
        for part in self.program.split(" || "):
            body = re.fullmatch(r"\{ (.*) \}", part)
            if not body:
                raise ValueError("a thread is { call; call ... }: " + part)
            self.threads.append(body.group(1).split("; "))
        self.calls = [c for t in self.threads for c in t]
        self.keys = sorted({int(re.search(r"\((\d+)", c).group(1)) for c in self.calls if "()" not in c})
        if (self.hits is None) != (not self.arguments) or (self.hits and self.hits != self.counted_hits()):
            raise ValueError("the calls that run into the bug are not '%s': %s" % (self.hits, line))

    def counted_hits(self):
        """The class of a buggy client, from its calls and the keys that are handled wrongly."""
        changes = [c for c in self.calls if not c.startswith("contains")]
        bad = sum(re.search(r"\((\d+)", c).group(1) in self.arguments[1:] for c in changes)
        if bad in (0, 1, len(changes)):
            return {0: "none", 1: "one"}.get(bad, "all")
        return "half" if bad in (len(changes) // 2, (len(changes) + 1) // 2) else "other"

    def make(self):
        if not self.arguments:
            return "new %s()" % self.kind
        return "new %s(%s.Bug.%s)" % (self.kind, self.simple, ", ".join(self.arguments))

    def content(self):
        if self.structure.content == QUEUE:
            return ["    for (Integer i = o.take(); i != null; i = o.take()) s.append(i);",
                    "    while (s.length() < %d) s.append('-');" % (len(self.calls) + 4 + len(self.calls))]
        return ["    s.append(Admitted.digit(o.%s(%d)));" % (self.structure.content, k) for k in self.keys]

    def source(self, admitted):
        per_text = max(1, LONGEST_TEXT // max(map(len, admitted), default=1))
        texts = ["".join(admitted[i:i + per_text]) for i in range(0, len(admitted), per_text)]
        n = len(self.calls)
        lines = ["/** %s */" % self.program, "public class %s {" % self.name,
                 "  static final int[] SHAPE = { %s };" % ", ".join(str(len(t)) for t in self.threads),
                 "  static final class Results { char %s; }" % ", ".join("r%d" % i for i in range(n)),
                 "  static void call(int i, %s o, Results r) {" % self.kind,
                 "    switch (i) {"]
        lines += ["      case %d: r.r%d = Admitted.digit(o.%s); break;" % (i, i, c) for i, c in enumerate(self.calls)]
        lines += ["    }", "  }",
                  "  static String outcome(%s o, Results r) {" % self.kind,
                  "    StringBuilder s = new StringBuilder();"]
        i = 0
        for calls in self.threads:
            lines.append("    s%s.append(' ');" % "".join(".append(r.r%d)" % k for k in range(i, i + len(calls))))
            i += len(calls)
        lines += self.content()
        lines += ["    return s.toString();", "  }",
                  "  static String run(int[] schedule) {",
                  "    %s o = %s;" % (self.kind, self.make()),
                  "    Results r = new Results();",
                  "    for (int i : schedule) call(i, o, r);",
                  "    return outcome(o, r);", "  }",
                  "  public static void main(String[] args) throws InterruptedException {",
                  "    String[] admitted = {"]
        lines += ['        "%s",' % t for t in texts]
        lines += ["    };",
                  "    %s o = %s;" % (self.kind, self.make()),
                  "    Results r = new Results();"]
        i = 0
        for t, calls in enumerate(self.threads):
            lines.append("    Thread t%d = new Thread(() -> { %s });" % (t, " ".join("call(%d, o, r);" % k for k in range(i, i + len(calls)))))
            i += len(calls)
        names = ["t%d" % t for t in range(len(self.threads))]
        lines += ["    " + " ".join("%s.start();" % t for t in names), "    " + " ".join("%s.join();" % t for t in names),
                  "    String outcome = outcome(o, r);",
                  "    System.out.println(outcome);",
                  "    assert Admitted.contains(admitted, outcome) : outcome;",
                  "  }", "}"]
        return "\n".join(lines) + "\n"


def read_clients(path=os.path.join(HERE, "clients.txt")):
    with open(path, encoding="utf-8") as f:
        clients = [Client(line.rstrip("\n")) for line in f if line.strip() and not line.startswith("#")]
    if len({c.name for c in clients}) != len(clients):
        raise ValueError("two clients of one name")
    return clients


def generate(clients, out, jdk):
    """Writes and compiles the clients; returns the folder of classes and, by client name, the sorted list of admitted outcomes."""
    drafts = os.path.join(out, "drafts")
    os.makedirs(drafts, exist_ok=True)
    structures = sorted(os.path.join(STRUCTURES, f) for f in os.listdir(STRUCTURES))
    classes = os.path.join(drafts, "classes")
    harness.compile_java(jdk, structures + [write(c, drafts, []) for c in clients], classes)
    cache = os.path.join(classes, "outcomes.txt")  # compile_java empties the folder when a source changes
    if not os.path.exists(cache):
        r = subprocess.run([jdk.tool("java"), "-cp", classes, "Sequential"] + [c.name for c in clients],
                           capture_output=True, text=True, check=True, env=harness.environment())
        with open(cache, "w", encoding="utf-8") as f:
            f.write(r.stdout)
    admitted = {}
    with open(cache, encoding="utf-8") as f:
        for line in f.read().splitlines():
            if line.startswith(" "):
                outcomes.append(line[1:])
            else:
                outcomes = admitted.setdefault(line, [])
    compiled = os.path.join(out, "classes")
    harness.compile_java(jdk, structures + [write(c, out, admitted[c.name]) for c in clients], compiled)
    return compiled, admitted


def write(client, folder, admitted):
    path = os.path.join(folder, client.name + ".java")
    text = client.source(admitted)
    if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    return path
