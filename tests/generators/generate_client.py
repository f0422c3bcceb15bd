#!/usr/bin/env python3
"""Generates clients of concurrent classes from descriptions such as `CHM_9: ConcurrentHashMap: { put(2,2) } || { put(1,2) }`.

A client runs each sequence of calls in a thread of its own, prints the results and asserts that they are among EXPECTED:
the results of all sequential interleavings of the calls, which HotSpot computes here.

    tests/generators/generate_client.py OUT-DIR DESCRIPTION...      writes OUT-DIR/CHM_9.java
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

VOID = {"clear", "addFirst", "addLast", "push", "putFirst", "putLast"}  # and put, on anything but a map


class Client:
    """One description: name, class under test, and the calls of each thread."""

    def __init__(self, line):
        match = re.fullmatch(r"\s*(\w+)\s*:\s*([\w.]+)\s*:\s*(.*?)\s*", line)
        if not match:
            raise ValueError("not a client description: " + line)
        self.name, cls, self.program = match.groups()
        self.simple = cls.rsplit(".", 1)[-1]
        self.cls = cls if "." in cls else "java.util.concurrent." + cls
        self.is_map = cls.endswith("Map")
        self.threads = []
        for part in self.program.split("||"):
            body = re.fullmatch(r"\s*\{(.*)\}\s*", part)
            if not body:
                raise ValueError("a thread is { call; call ... }: " + part)
            self.threads.append([c.strip() for c in body.group(1).split(";") if c.strip()])
        self.calls = [c for t in self.threads for c in t]

    def operation(self, i, call):
        method = call.split("(")[0]
        if method in VOID or (method == "put" and not self.is_map):
            return "        case %d: o.%s; return \"_\";" % (i, call)
        return "        case %d: return String.valueOf(o.%s);" % (i, call)

    def source(self, expected):
        kind = self.cls + ("<Integer,Integer>" if self.is_map else "<Integer>")
        capacity = "2" if self.simple == "ArrayBlockingQueue" else ""
        results = ["r%d" % i for i in range(len(self.calls))]
        lines = [
            "// %s: %s" % (self.cls, self.program),
            "import java.util.HashSet;",
            "public class %s {" % self.name,
            "  public static final int[] SHAPE = { %s };" % ", ".join(str(len(t)) for t in self.threads),
            "  static class R { %s }" % " ".join("String %s;" % r for r in results),
            "  static final String[] EXPECTED = {",
            ",\n".join('      "%s"' % e for e in expected),
            "  };",
            "  public static %s make() { return new %s(%s); }" % (kind, kind, capacity),
            "  public static String op(int i, %s o) {" % kind,
            "    try {",
            "      switch (i) {",
        ]
        lines += [self.operation(i, call) for i, call in enumerate(self.calls)]
        lines += [
            "      }",
            "    } catch (Exception e) { return e.getClass().getName(); }",
            "    return \"?\";",
            "  }",
            "  public static void main(String[] args) throws InterruptedException {",
            "    final %s o = make();" % kind,
            "    final R r = new R();",
            "    final HashSet<String> expected = new HashSet<>();",
            "    for (String s : EXPECTED) expected.add(s);",
        ]
        i = 0
        for t, calls in enumerate(self.threads):
            body = " ".join("r.r%d = op(%d, o);" % (k, k) for k in range(i, i + len(calls)))
            lines.append("    Thread t%d = new Thread(() -> { %s });" % (t, body))
            i += len(calls)
        names = ["t%d" % t for t in range(len(self.threads))]
        lines += [
            "    " + " ".join("%s.start();" % n for n in names),
            "    " + " ".join("%s.join();" % n for n in names),
            "    String result = " + " + \", \" + ".join("r." + r for r in results) + ";",
            "    System.out.println(result);",
            "    assert expected.contains(result) : result;",
            "  }",
            "}",
        ]
        return "\n".join(lines) + "\n"


def read_descriptions(path):
    with open(path, encoding="utf-8") as f:
        return [Client(line) for line in f if line.strip() and not line.startswith("#")]


def write(client, out, expected):
    path = os.path.join(out, client.name + ".java")
    text = client.source(expected)
    harness.write_source(path, text)
    return path


def generate(clients, out, jdk):
    """Writes the sources of the clients into out; returns, by client name, the sorted list of expected outcomes."""
    drafts = os.path.join(out, "drafts")
    os.makedirs(drafts, exist_ok=True)
    sources = [write(c, drafts, []) for c in clients]
    sources.append(os.path.join(harness.ROOT, "tests", "java", "clients", "Interleavings.java"))
    classes = os.path.join(drafts, "classes")
    harness.compile_java(jdk, sources, classes)
    r = subprocess.run([jdk.tool("java"), "-cp", classes, "Interleavings"] + [c.name for c in clients],
                       capture_output=True, text=True, check=True, env=harness.environment())
    expected = {}
    for line in r.stdout.splitlines():
        if line.startswith(" "):
            outcomes.append(line[1:])
        else:
            outcomes = expected.setdefault(line, [])
    for c in clients:
        write(c, out, expected[c.name])
    return expected


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    jdk = harness.find_jdk()
    if not jdk:
        sys.exit("no JDK of release 17 or later found")
    clients = [Client(line) for line in sys.argv[2:]]
    for name, outcomes in generate(clients, sys.argv[1], jdk).items():
        print("%s: %d outcomes" % (name, len(outcomes)))


if __name__ == "__main__":
    main()
