"""Random small programs whose threads look around a bounded number of times, as workers of a pool do before they park: rounds of several operations, by whose number slots are chosen."""
import random

from random_source import RandomSource


class ScanGenerator(RandomSource):
    """Two or three threads over a few slots. The first one scans them; the others write what it looks at, take it back, or scan, too. Loops differ in the direction and the step of the count, in what a round looks
    at, in how many finds are passed over before one counts, and in whether a round leaves something behind: a local that is used later, or a write."""

    FULL = ""
    stateless = False
    STRATEGIES = ["s-por --refine=-sleep-sets", "de-s-por", "dl-s-por", "o-dpor", "dl-s-por --all-shared", "dl-s-por --distinguish=rounds", "dl-s-por --exact-states", "dl-s-por --points=contended", "dl-s-por --order=random:3",
                  "dl-s-por --workers=2", "s-por --refine=sleep-sets"]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.more = random.Random(seed + 1)    # of what came later, so that seeds keep what they were chosen for
        self.name = "Scans%d" % seed
        self.threads = self.r.choice([2, 2, 2, 3])
        self.slots = self.r.choice([1, 2, 2, 2, 4])
        self.cells = self.r.random() < 0.4    # objects in an array, some of them missing, in place of an AtomicIntegerArray
        self.nested = self.more.random() < 0.4    # rounds that call methods with loops, or write what the thread made itself
        self.racy = self.more.random() < 0.25    # with a plain field, so that it matters who has learnt of whose writes
        if self.racy:
            self.FULL = " --races=violation"
            self.STRATEGIES = [s + self.FULL for s in self.STRATEGIES]

    def set_slot(self, at, value):
        if not self.cells:
            return "slots.set(%d, %d);" % (at, value)
        return self.r.choice(["cells[%d] = %s;" % (at, "new Cell(%d)" % value if value else "null"), "{ Cell c = cells[%d]; if (c != null) c.value = %d; }" % (at, value)])

    def write(self):
        r = self.r
        at = r.randrange(self.slots)
        if self.racy and self.more.random() < 0.4:
            return self.more.choice(["data = 1;", "log += data;"])
        return r.choice([self.set_slot(at, r.randint(0, 2)), self.set_slot(at, r.randint(1, 2)), self.set_slot(at, 0), "phase = %d;" % r.randint(0, 2), "ctl.set(%d);" % r.randint(0, 1),
                         "if (ctl.compareAndSet(%d, %d)) log += 's';" % (r.randint(0, 1), r.randint(0, 1))])

    def scan(self):
        r = self.r
        n = self.slots
        budget = r.choice([None, 0, 0, 1])
        step = r.choice([1, 1, 1, 2])
        kept = (2 if budget is None else budget + 3) * n + 3    # with fewer rounds, all of them are steps
        rounds = (r.choice([kept, kept + 1, kept + n, kept + 3 * n, 3]) if n < 4 else kept + n) * step
        mask = r.choice(["n - 1", "n - 1", str(n - 1)])
        index = r.choice(["k & %s" % mask if mask[0] != "n" else "k & (n - 1)", "%s & k" % (mask if mask[0] != "n" else "(n - 1)")])
        if step == 2 or r.random() < 0.15:
            index = r.choice([index, str(r.randrange(n))])
        look = "int q = slots.get(%s);" % index if not self.cells else "Cell c = cells[%s]; if (c == null) %s; int q = c.value;" % (index, r.choice(["continue", "continue", "{ Thread.onSpinWait(); continue; }"]))
        phase = r.choice(["if (phase == 1) { log += 'p'; break; }", "if (phase == 1) { log += 'p'; break; }", "if (phase > 0) break;", ""])
        found = r.choice(["ctl.compareAndSet(0, 1)", "ctl.compareAndSet(0, 1)", "ctl.get() == 0", "ctl.get() == 0 && ctl.compareAndSet(0, 1)"])
        counted = "" if budget is None else r.choice(["--left < 0 && ", "--left < 0 && ", "left-- <= 0 && "])
        take = r.choice(["{ log += q; break; }", "{ log += q; break; }", "{ phase = 2; log += 'c'; break; }", "break;", "return log + 'r';", "{ log += k & 1; break; }", "{ log += left; break; }"] if r.random() < 0.9 else ["hits.incrementAndGet();"])
        left_behind = r.choice([""] * 12 + ["seen = q;", "if (q == 2) hits.incrementAndGet();", "if (q == 2) log += 'z';", "if (q == 2) left = 2;", "seen += q;", "if (ctl.get() == 1) Thread.onSpinWait();", "if (q == 2) ctl.compareAndSet(1, 0);"])
        if self.nested and self.more.random() < 0.5:
            n, left_behind = self.more.choice([2, 5]), self.more.choice(["if (q == 2) mine.bump();", "if (q == 2) seen = new Cell(q).value;", "if (q != 0 && again(%d)) hits.incrementAndGet();", "if (q != 0) again(%d);", "mine.look(q);"])
            left_behind = left_behind.replace("%d", str(n))
        body = "%s %s if (q != 0 && %s%s) %s" % (look, left_behind, counted, found, take)
        loop = r.choice(["for (int k = %d;;) { %s k -= %d; if (k < 0) { log += 'n'; break; } %s }" % (rounds, phase, step, body),
                         "for (int k = %d; k > 0; k -= %d) { %s %s }" % (rounds, step, phase, body),
                         "for (int k = 0; k < %d; k += %d) { %s %s }" % (rounds, step, phase, body),
                         "for (int k = 0; k < limit; k += %d) { %s %s }" % (step, phase, body),
                         "{ int k = %d; while (--k >= 0) { %s %s } }" % (rounds, phase, body)])
        return "{ int left = %d; %s%s }" % (budget or 0, loop, r.choice(["", " log += ctl.get();", " log += phase;"]) + (self.more.choice(["", " log += data;", " data = 2;"]) if self.racy else "")), rounds

    def generate(self):
        r = self.r
        limit = 12
        bodies = []
        for t in range(self.threads):
            body = []
            for i in range(1 if t == 0 else r.choice([1, 2, 3] if self.threads == 2 else [1, 1, 2])):
                if t == 0 or (i == 0 and self.slots < 4 and r.random() < 0.15):
                    text, limit = self.scan()
                    body.append(text)
                else:
                    body.append(self.write())
            if t and self.slots > 1 and r.random() < 0.5:    # what a scan finds first depends on where it is when they come
                order = r.sample(range(self.slots), 2)
                body = [self.set_slot(order[0], 1), self.set_slot(order[1], 2)] + ([self.set_slot(order[0], 0)] if r.random() < 0.5 else [])
            if t == 0 and r.random() < 0.4:
                body.insert(r.choice([0, 1]), self.write())
            bodies.append(body)
        lines = ["import java.util.concurrent.atomic.*;", "public class %s {" % self.name, "  static class Cell {", "    volatile int value;", "    Cell(int value) { this.value = value; }", "  }",
                 "  static class Mine {", "    int bumps;", "    void bump() { bumps++; }", "    void look(int q) { if (q == 2 && phase == 0) bumps = 1; }", "  }",
                 "  static boolean again(int rounds) {", "    for (int k = rounds; k > 0; k--) { if (phase == 1) return true; if (ctl.get() == (k & 1)) %s }" % self.more.choice(["hits.incrementAndGet();", "return false;"]),
                 "    return false;", "  }", "  static int data;",
                 "  static final AtomicInteger ctl = new AtomicInteger(%d), hits = new AtomicInteger();" % r.choice([0, 0, 1]), "  static volatile int phase;",
                 "  static final AtomicIntegerArray slots = new AtomicIntegerArray(%d);" % self.slots, "  static final Cell[] cells = new Cell[%d];" % self.slots,
                 "  static final String[] logs = new String[%d];" % self.threads]
        for t, body in enumerate(bodies):
            lines += ["  static String run%d(int n, int limit) {" % t, '    String log = "";', "    int seen = 0;", "    Mine mine = new Mine();"] + ["    " + s for s in body] + ["    return log%s%s;" % (r.choice(["", "", " + seen"]), self.more.choice(["", " + mine.bumps"]) if self.nested else ""), "  }"]
        lines += ["  public static void main(String[] args) throws InterruptedException {"]
        if self.cells:
            lines += ["    cells[%d] = new Cell(%d);" % (i, r.choice([0, 0, 0, 1])) for i in range(self.slots) if r.random() < 0.7]
        elif r.random() < 0.2:
            lines += ["    slots.set(%d, 1);" % r.randrange(self.slots)]
        lines += ["    Thread[] threads = new Thread[%d];" % self.threads]
        for t in range(self.threads):
            lines += ["    threads[%d] = new Thread(() -> logs[%d] = run%d(%d, %d));" % (t, t, t, self.slots, limit)]
        lines += ["    for (Thread t : threads) t.start();", "    for (Thread t : threads) t.join();",
                  '    System.out.println(String.join("|", logs) + " " + ctl + phase + hits);', "  }", "}"]
        return "\n".join(lines) + "\n"
