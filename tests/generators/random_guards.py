"""Random small programs whose fields are guarded, mostly: by a lock, or by a volatile field of the same object that tells when it may be read."""
import random

from random_source import RandomSource


class GuardGenerator(RandomSource):
    """Two or three threads over a few objects. Each plain field has a guard (one of two monitors, a lock of java.util.concurrent, the flag of its object), and now and then a statement that leaves it out, uses
    another one, or comes to the object by another way: handed over under a lock, or through a volatile variable.
    In one program in four it is only one thread that does so, where a search comes last: long after it has begun to rely on the guard."""

    # Knows nothing of guards, nor of what happens-before orders; full search is too slow for programs in which guards are looked for (500 steps).
    ORACLE = "dl-s-por --points=contended"
    stateless = False
    STRATEGIES = ["s-por", "dl-s-por", "dl-s-por --distinguish=knowers", "dl-s-por --exact-states", "dl-s-por --order=random:3", "dl-s-por --workers=2", "dl-s-por --symmetry=on"]
    LOCKS = ["one", "two", "lock", "sync", "write"]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.name = "Guards%d" % seed
        self.threads = self.r.choice([2, 3, 3])
        self.strict = self.r.random() < 0.4     # nothing leaves a guard out
        self.late = self.r.random() < 0.25
        if self.late:
            self.threads, self.strict = 3, True
        locks = self.r.sample(self.LOCKS, 2)
        self.guards = {x: self.r.choice(locks + ["flag"]) for x in ["a", "b", "data", "table"]}

    def under(self, lock, body, reads=False):
        if lock == "lock":
            return "lock.lock(); try { %s } finally { lock.unlock(); }" % body
        if lock == "write":
            side = "readLock" if reads and self.r.random() < 0.5 else "writeLock"
            return "both.%s().lock(); try { %s } finally { both.%s().unlock(); }" % (side, body, side)
        if lock == "sync":
            return "synchronized (Box.class) { %s }" % body
        return "synchronized (%s) { %s }" % (lock, body)

    def access(self, x):
        """What is done to a variable, and whether that only reads it."""
        r, n = self.r, self.r.randint(1, 2)
        if x == "table":
            return r.choice([("table[%d] += %d;" % (r.randint(0, 1), n), False), ("log += table[%d];" % r.randint(0, 1), True)])
        name = "box[%d].data" % r.randint(0, 1) if x == "data" else x
        return r.choice([("%s += %d;" % (name, n), False), ("%s = %d;" % (name, n), False), ("log += %s;" % name, True), ("if (%s == %d) log += 'y';" % (name, n), True)])

    def guarded(self, x, depth=0):
        r = self.r
        body, reads = self.access(x)
        guard = self.guards[x]
        if not self.strict and r.random() < 0.1:
            guard = r.choice(self.LOCKS + ["flag", "none"])
        if guard == "none":
            return body
        if guard == "flag":
            flag, value = ("box[0].ready", 1) if x == "data" else ("ready", 1)
            body = body.replace("box[1]", "box[0]")
            if reads:
                return r.choice(["if (%s == %d) { %s }" % (flag, value, body), "{ int seen = %s; log += '-'; if (seen == %d) { %s } }" % (flag, value, body)])
            return "if (told.compareAndSet(%s, 0, 1)) { %s %s = %d; }" % ("box[0]" if x == "data" else "shared", body, flag, value) if r.random() < 0.8 else \
                "if (me == 0) { %s %s = %d; me = 1; }" % (body, flag, value)
        if depth == 0 and r.random() < 0.2:
            body += " " + self.guarded(r.choice(sorted(self.guards)), 1)
            reads = False
        return self.under(guard, body, reads)

    def statement(self):
        r = self.r
        if r.random() < 0.75:
            return self.guarded(r.choice(sorted(self.guards)))
        lock = r.choice(self.LOCKS[:3])
        return r.choice(["{ Box b = new Box(); b.data = %d; held = b; }" % r.randint(3, 4), "{ Box b = held; if (b != null) log += b.data; }",
                         "{ Box b = new Box(); b.data = 5; %s }" % self.under(lock, "last = b;"),
                         "{ Box b = null; %s if (b != null) log += b.data; }" % self.under(self.guards["a"] if self.guards["a"] != "flag" else lock, "b = last;"),
                         "count.incrementAndGet();", "log += count.get();"])

    def late_bodies(self):
        """Bodies of three threads. The first one, which a search runs first, leaves the guard out if it sees a value that the others write near their end."""
        r, rounds = self.r, 26
        writer, many = r.choice([1, 2]), r.choice(["a", "b", "table"])
        self.guards[many] = r.choice(self.LOCKS)
        x = r.choice([many, many, "data", "b" if many == "a" else "a"])
        other = "none" if r.random() < 0.3 else r.choice([g for g in self.LOCKS if g != self.guards[x]])
        body, reads = self.access(x)
        bodies = [["if (turn == %d) { %s }" % (rounds - 2, body if other == "none" else self.under(other, body, reads))]]
        for t in (1, 2):
            add = "%s += %d;" % ("table[0]" if many == "table" else many, t)
            tell = "if (i == %d || i == %d) turn = i;" % (rounds - 2, rounds) if t == writer else ""
            bodies.append([self.guarded(x, 1), "for (int i = 1; i <= %d; i++) { %s %s }" % (rounds, self.under(self.guards[many], add), tell)])
        return bodies

    def generate(self):
        r = self.r
        lines = ["import java.util.concurrent.atomic.*;", "import java.util.concurrent.locks.*;", "public class %s {" % self.name,
                 "  static class Box { int data; volatile int ready; volatile int claimed; }",
                 "  static final AtomicIntegerFieldUpdater<Box> told = AtomicIntegerFieldUpdater.newUpdater(Box.class, \"claimed\");",
                 "  static final Box[] box = {new Box(), new Box()};", "  static final Box shared = new Box();", "  static volatile Box held;", "  static Box last;",
                 "  static int a, b;", "  static volatile int ready, turn;", "  static final int[] table = new int[2];", "  static final AtomicInteger count = new AtomicInteger();",
                 "  static final Object one = new Object(), two = new Object();", "  static final ReentrantLock lock = new ReentrantLock();",
                 "  static final ReentrantReadWriteLock both = new ReentrantReadWriteLock();", "  static final String[] logs = new String[%d];" % self.threads]
        late = self.late_bodies() if self.late else []
        for t in range(self.threads):
            body = late[t] if late else [self.statement() for _ in range(r.choice([6, 8, 10] if self.threads == 2 else [3, 4, 5]))]
            lines += ["  static String run%d(int me) {" % t, '    String log = "";'] + ["    " + s for s in body] + ["    return log;", "  }"]
        lines += ["  public static void main(String[] args) throws InterruptedException {", "    Thread[] threads = new Thread[%d];" % self.threads]
        for t in range(self.threads):
            lines += ["    threads[%d] = new Thread(() -> logs[%d] = run%d(%d));" % (t, t, t, t)]
        early = self.statement().replace("log +=", "main +=") if r.random() < 0.5 and not late else ""
        lines += ["    String log = \"\", main = \"\"; int me = 9;", "    for (Thread t : threads) t.start();", "    " + early, "    for (Thread t : threads) t.join();",
                  '    System.out.println(String.join("|", logs) + main + " " + a + b + box[0].data + box[1].data + table[0] + table[1] + count);', "  }", "}"]
        return "\n".join(lines) + "\n"
