"""Random small programs whose threads poll a bounded number of times and then do something else: locks that spin and then give up, flags that are looked at a few times, in loops of many forms."""
import random

from random_source import RandomSource


class PollGenerator(RandomSource):
    """Two or three threads over a few shared variables. Loops differ in what a round does (one operation, two, one that may succeed in part), in how rounds are counted, and in whether the count, or what was
    read on the way, is used after the loop."""

    FULL = ""
    stateless = True
    STRATEGIES = ["s-por", "de-s-por", "dl-s-por", "o-dpor", "dl-s-por --all-shared", "dl-s-por --distinguish=rounds", "dl-s-por --exact-states", "dl-s-por --points=contended", "dl-s-por --order=random:3",
                  "dl-s-por --workers=2"]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.name = "Polls%d" % seed
        self.threads = self.r.choice([2, 2, 2, 3])
        self.variables = self.r.sample(["atom", "flag", "turn"], self.r.choice([1, 2, 2]))
        self.free = self.r.randint(0, 2)     # what atom and turn must be for most loops to end early

    def write(self):
        r = self.r
        n = r.choice([self.free, (self.free + 1) % 3, r.randint(0, 2)])
        return {"atom": r.choice(["atom.set(%d);" % n, "atom.set(%d);" % n, "atom.incrementAndGet();", "if (atom.compareAndSet(%d, %d)) log += 's';" % (r.randint(0, 1), n)]),
                "flag": "flag = %s;" % r.choice(["true", "true", "false"]), "turn": r.choice(["turn = %d;" % n, "turn = %d;" % n, "turn++;"])}[r.choice(self.variables)]

    def one(self, x):
        r, n = self.r, self.free
        if x == "atom":
            other = (n + r.randint(1, 2)) % 3
            return r.choice(["atom.get() == %d" % n, "atom.compareAndSet(%d, %d)" % (n, other), "atom.get() == %d && atom.compareAndSet(%d, %d)" % (n, n, other), "tryLock()",
                             "atom.get() != %d && atom.compareAndSet(%d, %d)" % (other, n, other), "(seen = atom.get()) == %d" % n])
        if x == "flag":
            return r.choice(["flag", "flag", "!flag"])
        return r.choice(["turn == %d" % n, "turn == %d" % n, "(seen = turn) == %d" % n, "turn > seen"])

    def test(self):
        r = self.r
        if len(self.variables) == 2 and r.random() < 0.3:
            return "%s %s %s" % (self.one(self.variables[0]), r.choice(["&&", "||"]), self.one(self.variables[1]))
        return self.one(r.choice(self.variables))

    def loop(self, depth=0):
        r = self.r
        n = r.choice([1, 2, 2, 3, 4])
        bound = r.choice([str(n), "SPINS", "limit"])
        # Leaves the loop, tells its number, or goes on.
        success = r.choice(["return log + 'y';", "{ log += 'y'; break; }", "break;", "{ log += seen; break; }", "{ log += i; break; }", "{ if (i == 1) log += 'o'; break; }", "sum++;", "{ %s }" % self.write()])
        # What matters besides is what a round leaves: nothing, its number, what it read, or a trace of each.
        extra = r.choice(["", "", "", "Thread.onSpinWait();", "Thread.yield();", "back = back * 2;", "sum += turn;", "sum += atom.get();", "last = i;", "if (i == 1) log += 'o';", "if (i == 1 && flag) log += 'f';",
                          "if (i == 2 && turn == 1) break;", "seen = 0;", self.write() if r.random() < 0.3 else ""])
        if depth == 0 and r.random() < 0.15:
            extra = self.loop(1).replace(" i ", " j ").replace("i++", "j++").replace("i <", "j <").replace("i--", "j--").replace("i >", "j >").replace("--i", "--j").replace("= i;", "= j;").replace("(i ", "(j ").replace("+= i;", "+= j;")
        test = self.test()
        return r.choice(["for (int i = 0; i < %s; i++) { if (%s) %s %s }" % (bound, test, success, extra),
                         "for (int i = %s; i > 0; i--) { if (%s) %s %s }" % (bound, test, success, extra),
                         "{ int i = %s; while (i-- > 0) { if (%s) %s %s } }" % (bound, test, success, extra),
                         "{ int i = %s; while (--i >= 0) { if (%s) %s %s } }" % (bound, test, success, extra),
                         "{ int i = 0; do { if (%s) %s %s } while (i++ < %s); log += i > 1 ? 'm' : 'n'; }" % (test, success, extra, bound),
                         "{ int i = 0; for (;;) { if (%s) %s if (i++ > %s) { log += 'n'; break; } %s } }" % (test, success, bound, extra),
                         "{ int i = 0; while (i < %s && !(%s)) { i++; %s } %s }" % (bound, test, extra, r.choice(["", "if (i == %s) log += 'n';" % bound]))])

    def statement(self):
        return self.loop() if self.r.random() < 0.6 else self.write()

    def generate(self):
        r = self.r
        lines = ["import java.util.concurrent.atomic.*;", "public class %s {" % self.name, "  static final int SPINS = Integer.getInteger(\"spins\", %d);" % r.randint(2, 4),
                 "  static final AtomicInteger atom = new AtomicInteger(%d);" % ((self.free + 1) % 3), "  static volatile boolean flag;",
                 "  static volatile int turn = %d;" % ((self.free + 2) % 3),
                 "  static final String[] logs = new String[%d];" % self.threads,
                 "  static boolean tryLock() {", "    return %s;" % r.choice(["atom.compareAndSet(0, 1)", "atom.get() == 0 && atom.compareAndSet(0, 1)"]), "  }"]
        for t in range(self.threads):
            body = [self.loop() if t == 0 and not i else self.statement() for i in range(r.choice([1, 2, 3] if self.threads == 2 else [1, 2]))]
            lines += ["  static String run%d(int limit) {" % t, '    String log = "";', "    int seen = 0, back = 1, sum = 0, last = 0;"] + ["    " + s for s in body]
            lines += ["    return log%s;" % r.choice(["", "", " + last", " + sum", " + seen + back"]), "  }"]
        lines += ["  public static void main(String[] args) throws InterruptedException {", "    Thread[] threads = new Thread[%d];" % self.threads]
        for t in range(self.threads):
            lines += ["    threads[%d] = new Thread(() -> logs[%d] = run%d(%d));" % (t, t, t, r.randint(2, 3))]
        lines += ["    for (Thread t : threads) t.start();", "    for (Thread t : threads) t.join();",
                  '    System.out.println(String.join("|", logs) + " " + atom + flag + turn);', "  }", "}"]
        return "\n".join(lines) + "\n"
