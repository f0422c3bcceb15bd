"""Small concurrent programs written as blocks of a programs.txt, each with all its outcomes and the reason; what their test runners share.

A block is a name, and lines KEY: TEXT. `make` are statements, each `T` is what a thread computes (an expression, or a body in braces), `end` what
main computes when the threads have ended, `use` are members of the class, `jars` what must be on the class path, `options` more options of jmc,
`clean` what frees the threads after a run of a stress run;
with `open: N why`, from JDK N on the answer is not known to be right, or the search does not end, and the program is left out with a message;
with `finds: N KIND why`, from JDK N on the first violation that is found is of that kind, which is a bug of the JDK; with `spins: N`, before JDK N the class polls with pseudo-random numbers, and the answer may be inconclusive for that reason alone; with `slow: why`, it runs on
the newest JDK only unless --slow is given, or with JMC_LONG_TESTS; with `long: why`, it takes ten seconds and more and runs only if it is named or with JMC_LONG_TESTS. An outcome is the result of each
thread (an exception by its class), then that of `end`.
"""
import os
import re
import subprocess
import sys

import harness
from harness import Failure

JARS = "/usr/share/java"
TOGETHER = 25  # programs in one JVM of a stress run
GO = """import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** One run of a program: the calls of its threads, then what main computes. */
public class Go {
  final Callable<?>[] calls;
  final Callable<?> end;
  Runnable clean;  // frees threads after a run of a stress run
  final String[] results;
  final AtomicInteger waiting;

  Go(Callable<?> end, Callable<?>... calls) {
    this.end = end;
    this.calls = calls;
    results = new String[calls.length];
    waiting = new AtomicInteger(2 * calls.length);
  }

  /** A call in a thread of its own, or in a stress run in one that begins together with the others. */
  void call(int i) {
    try {
      results[i] = String.valueOf(calls[i].call());
    } catch (Exception e) {
      results[i] = e.getClass().getSimpleName();
    }
  }

  String run() throws Exception {
    Thread[] threads = new Thread[calls.length];
    for (int i = 0; i < calls.length; i++) {
      int me = i;
      threads[i] = new Thread(() -> call(me));
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    return result();
  }

  String result() throws Exception {
    String all = String.join(" ", results);
    return end == null ? all : (all + " " + end.call()).trim();
  }

  private void waitFor(int others) {
    waiting.decrementAndGet();
    for (int n = 0; waiting.get() > others; n++) {
      if (n < 200) Thread.onSpinWait();
      else Thread.yield();
    }
  }

  /** A call of a stress run, in a thread that does the same call of many runs. */
  void together(int i) {
    waitFor(calls.length);     // the run before is over for all, and its last interrupt or permit has come
    Thread.interrupted();
    LockSupport.unpark(Thread.currentThread());
    LockSupport.park();
    waitFor(0);
    for (int spin = ThreadLocalRandom.current().nextInt(200); spin > 0; spin--) Thread.onSpinWait();
    call(i);
  }
}
"""
STRESS = """import java.lang.reflect.Method;
import java.util.*;
import java.util.concurrent.*;

/** Stress RUNS SECONDS PROGRAM:BATCH...: runs each program many times, at most so many seconds, and prints what it shows. Makes a batch of runs at a time, for they are short. */
public class Stress {
  public static void main(String[] args) throws Exception {
    for (int i = 2; i < args.length; i++) {
      String[] program = args[i].split(":");
      System.out.print(program[0]);
      System.out.flush();
      many(program[0], Integer.parseInt(args[0]), Double.parseDouble(args[1]), Integer.parseInt(program[1]));
    }
    Runtime.getRuntime().halt(0);
  }

  static final ExecutorService pool = Executors.newCachedThreadPool();

  static void many(String name, int runs, double seconds, int batch) throws Exception {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    Class<?> program = Class.forName(name);
    Method make = program.getDeclaredMethod("make");
    Set<String> seen = new TreeSet<>();
    int n = 0;
    while (n < runs && (n == 0 || System.nanoTime() < end)) {
      Go[] all = new Go[batch];
      for (int i = 0; i < batch; i++) all[i] = (Go) make.invoke(null);
      List<Future<?>> done = new ArrayList<>();
      for (int c = 0; c < all[0].calls.length; c++) {
        int me = c;
        done.add(pool.submit(() -> { for (Go go : all) go.together(me); }));
      }
      for (Future<?> f : done) f.get();
      for (Go go : all) {
        seen.add(go.result());
        if (go.clean != null) go.clean.run();
      }
      n += batch;
    }
    System.out.println(": " + n + ": " + String.join(" | ", seen));
    System.out.flush();
  }
}
"""


class Program:
    """One block of programs.txt."""

    def __init__(self, block):
        head, *lines = block
        m = re.fullmatch(r"(\w+)(?:: at least (\d+))?", head)
        if not m:
            sys.exit("programs.txt: %r: expected NAME or NAME: at least RELEASE" % head)
        self.name, self.least = m.group(1), int(m.group(2) or 17)
        self.jars, self.use, self.make, self.threads, self.end, self.why, self.outcomes = [], "", "", [], None, "", None
        self.spins, self.options, self.clean, self.open, self.finds, self.slow, self.long = 0, [], "", 0, None, "", ""
        for line in lines:
            key, _, value = line.partition(": ")
            if key == "jars":
                self.jars = [os.path.join(JARS, jar + ".jar") for jar in value.split()]
            elif key == "T":
                self.threads.append(value if value.startswith("{") else "{ return %s; }" % value)
            elif key == "open":
                self.open = int(value.split()[0])
            elif key == "finds":
                self.finds = (int(value.split()[0]), value.split()[1])
            elif key == "spins":
                self.spins = int(value)
            elif key == "options":
                self.options = value.split()
            elif key == "outcomes":
                self.outcomes = sorted(o.strip() for o in value.split(" | "))
            elif key in ("use", "make", "end", "why", "clean", "slow", "long"):
                setattr(self, key, value)
            else:
                sys.exit("programs.txt: %s: unknown key in %r" % (self.name, line))
        if not self.outcomes or not self.why:
            sys.exit("programs.txt: %s: outcomes and a reason are needed" % self.name)

    def missing(self):
        """The jars that are not installed."""
        return [j for j in self.jars if not os.path.exists(j)]

    def batch(self):
        """How many runs a stress run makes at a time: one where they share static fields."""
        return 1 if re.search(r"static (final )?(?!class|record|synchronized)[\w<>\[\], ]+[=;]", self.use) else 64

    def source(self):
        end = "() -> " + self.end if self.end else "null"
        calls = "".join(", () -> " + t for t in self.threads)
        return "\n".join(["import java.util.*;", "import java.util.concurrent.*;", "import java.util.concurrent.atomic.*;", "import java.util.concurrent.locks.*;",
                          "public class %s {" % self.name, "  " + self.use, "  static Go make() throws Exception {", "    " + self.make,
                          "    Go go = new Go(%s%s);" % (end, calls)] + (["    go.clean = () -> %s;" % self.clean] if self.clean else []) + ["    return go;", "  }", "  public static void main(String[] args) throws Exception {",
                          "    System.out.println(make().run());", "  }", "}", ""])


def read_programs(folder):
    with open(os.path.join(harness.ROOT, "tests", "java", folder, "programs.txt"), encoding="utf-8") as f:
        text = "\n".join(line for line in f.read().split("\n") if not line.startswith("#"))
    return [Program(block.strip().split("\n")) for block in re.split(r"\n\s*\n", text) if block.strip()]


def compile_programs(folder, programs, jdk):
    """One class path for all of them: their jars, and the folder with their classes last."""
    out = os.path.join(harness.BUILD, "tests", folder, jdk.key)
    os.makedirs(out, exist_ok=True)
    sources = {"Go": GO, "Stress": STRESS}
    sources.update((p.name, p.source()) for p in programs if p.least <= jdk.feature)
    for name, text in sources.items():
        harness.write_source(os.path.join(out, name + ".java"), text)
    classes = os.path.join(out, "classes")
    jars = sorted({j for p in programs for j in p.jars})
    harness.compile_java(jdk, [os.path.join(out, name + ".java") for name in sources], classes, classpath=os.pathsep.join(jars) or None)
    return os.pathsep.join(jars + [classes])


def check(program, jdk, classpath, strategy, options):
    if program.open and jdk.feature >= program.open:
        return "no answer yet that is known to be right"
    found = program.finds and jdk.feature >= program.finds[0]
    report = harness.run_jmc(["--jdk=" + jdk.home, "--por=" + strategy, "--time-limit=%d" % (10 * options.timeout)] + ["--keep-going"] * (not found) + program.options + options.jmc +
                             ["--classpath", classpath, program.name], options.timeout + 15)
    s = report.data.get("statistics", {})
    if options.statistics:
        print("%-24s %d %-9s %-12s %8d states %7.2f s" % (program.name, jdk.feature, strategy, report.verdict, s.get("states", 0), s.get("seconds", 0)), flush=True)
    if found:
        kinds = [v["kind"] for v in report.violations()]
        if (report.verdict, kinds) != ("violated", [program.finds[1]]):
            raise Failure("expected a %s, found %s %s" % (program.finds[1], report.verdict, kinds))
        return
    # A loop that polls with pseudo-random numbers has no end of states: all outcomes are found, but "verified" cannot be said.
    spins = jdk.feature < program.spins and report.verdict == "inconclusive" and "polled" in report.data.get("reason", "")
    if report.verdict != "verified" and not spins:
        raise Failure("%s\n%s" % (report.verdict, report.last_lines()))
    got = sorted(o.decode("utf-8", "replace").strip() for o in report.outcomes())
    if got != program.outcomes:
        raise Failure("missing: %s; unexpected: %s" % (sorted(set(program.outcomes) - set(got)), sorted(set(got) - set(program.outcomes))))


def check_stress(programs, jdk, classpath, options):
    """Some programs in one JVM: what HotSpot shows of each is among its outcomes."""
    def batch(program):
        # A run that waits for seconds comes alone: a batch of them would take a minute on a busy machine.
        return 1 if any("TimeUnit.SECONDS" in t for t in program.threads) else program.batch()

    try:
        r = subprocess.run([jdk.tool("java"), "-ea", "-cp", classpath, "Stress", str(options.stress), str(options.stress_seconds)] + ["%s:%d" % (p.name, batch(p)) for p in programs],
                           capture_output=True, text=True, env=harness.environment(), timeout=300 + options.stress_seconds * len(programs))
    except subprocess.TimeoutExpired as e:
        raise Failure("hangs on HotSpot: " + ((e.stdout or b"").decode() or "?").split("\n")[-1]) from None
    if r.returncode != 0:
        raise Failure("%s\n%s" % (r.stdout.split("\n")[-1], r.stderr[-2000:]))
    found = {name: (runs, seen) for name, runs, seen in (row.split(": ", 2) for row in r.stdout.strip().split("\n"))}
    problems = []
    for program in programs:
        runs, seen = found[program.name]
        if options.statistics:
            print("%-24s %d HotSpot   %s runs: %s" % (program.name, jdk.feature, runs, seen), flush=True)
        more = set(seen.split(" | ")) - set(program.outcomes)
        if more:
            problems.append("HotSpot shows of %s %s" % (program.name, sorted(more)))
    if problems:
        raise Failure("\n".join(problems))


def cases(arguments, description, folder):
    """The cases of a suite over tests/java/FOLDER/programs.txt."""
    options = harness.options(description, arguments, harness.JDK,
            harness.option("--only", help="names that contain this"),
            harness.option("--por", default="dl-s-por", help="strategies, separated by commas"),
            harness.option("--timeout", type=int, default=60),
            harness.option("--stress", type=int, default=5000, metavar="N", help="runs of each program on HotSpot; 100000 for a long one"),
            harness.option("--stress-seconds", type=float, default=0.05, help="at most, per program; what it holds against HotSpot is the table, which changes seldom"),
            harness.option("--slow", action="store_true", help="the slow ones on every JDK"),
            harness.option("--statistics", action="store_true", help="print what each run needed and showed"),
            harness.option("jmc", nargs="*", help="further options of jmc, after --"))
    jdks = harness.jdks(options.jdk)
    everything = read_programs(folder)
    programs = [q for q in everything if not options.only or options.only in q.name]
    tests = []
    for feature in (17, 25):
        if all(j.feature != feature for j in jdks) and not options.jdk:
            tests.append(("JDK %d" % feature, lambda: "not installed"))
    for jdk in sorted(jdks, key=lambda j: j.feature):
        classpath = compile_programs(folder, [q for q in everything if not q.missing()], jdk)
        for q in programs:
            if q.least > jdk.feature:
                continue
            if q.missing():
                tests.append(("%s, JDK %d" % (q.name, jdk.feature), lambda q=q: "not installed: " + ", ".join(q.missing())))
                continue
            if q.long and not options.only and not harness.LONG:
                continue
            if q.slow and jdk.feature != max(j.feature for j in jdks) and not options.slow and not harness.LONG:
                continue
            for strategy in options.por.split(","):
                tests.append(("%s, JDK %d, %s" % (q.name, jdk.feature, strategy), lambda a=(q, jdk, classpath, strategy): check(*a, options)))
        stressed = [q for q in programs if q.least <= jdk.feature and not q.missing()] if options.stress else []
        for chosen in (stressed[i:i + TOGETHER] for i in range(0, len(stressed), TOGETHER)):
            tests.append(("%s to %s, HotSpot %d" % (chosen[0].name, chosen[-1].name, jdk.feature), lambda a=(chosen, jdk, classpath): check_stress(*a, options)))
    return tests

