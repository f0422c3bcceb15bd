"""Random Java programs that start threads one after the other: rounds of short threads that are started and joined, by main and by threads that others have
started, beside threads that go on meanwhile; and what programs do with Thread objects when the threads are over (join again, isAlive, unpark, lock, interrupt).
See tests/run-random-threads --rounds.
"""
import random

from random_source import RandomSource


class RoundGenerator(RandomSource):
    """Everything is drawn from the seed. A body is a method; a Thread runs one, with what it may do to the threads before it."""

    MOST = 7     # threads beside main
    VISIBLE = 9  # statements of all threads together that others may notice

    def __init__(self, seed):
        self.r = random.Random(seed * 7919 + 5)
        self.name = "Rounds%d" % seed
        kinds = ["write", "read", "inc", "atomic", "volatile", "lock", "again", "alive", "unpark", "interrupt", "interrupted", "monitor", "holds", "print", "state", "fresh"]
        self.kinds = self.r.sample(kinds, 4) + ["write", "read", "inc"]
        self.deep = self.r.random() < 0.4       # threads that start threads
        self.beside = self.r.random() < 0.5     # a thread that main joins late, or never
        self.bodies = []
        self.threads = self.visible = 0

    def statement(self):
        """One that others may notice, in whatever thread."""
        r = self.r
        self.visible += 1
        kind, x = r.choice(self.kinds), r.choice("ab")
        last = "last(%d)" % r.randint(0, 2)
        return {
            "write": "%s = %d;" % (x, r.randint(1, 3)),
            "read": "log(%s);" % x,
            "inc": "%s++;" % x,
            "atomic": r.choice(["n.incrementAndGet();", "log(n.get());", "n.compareAndSet(%d, %d);" % (r.randint(0, 2), r.randint(1, 3))]),
            "volatile": r.choice(["v = %d;" % r.randint(1, 2), "if (v == %d) a = 3;" % r.randint(0, 1), "log(v);"]),
            "lock": "synchronized (lock) { %s++; }" % x,
            "again": "{ Thread t = %s; if (t != null && t != Thread.currentThread()) t.join(); }" % last,
            "alive": "{ Thread t = %s; if (t != null) log(t.isAlive() ? 8 : 9); }" % last,
            "unpark": "LockSupport.unpark(%s);" % last,
            "interrupt": "{ Thread t = %s; if (t != null) t.interrupt(); }" % last,
            "interrupted": r.choice(["{ Thread t = %s; if (t != null) log(t.isInterrupted() ? 6 : 7); }" % last, "log(Thread.interrupted() ? 5 : 4);"]),
            "monitor": "{ Thread t = %s; if (t != null) synchronized (t) { %s++; } }" % (last, x),
            "holds": r.choice(["rw.readLock().lock();", "log(rw.getReadHoldCount());", "if (rw.getReadHoldCount() > 0) rw.readLock().unlock();"]),
            "print": 'System.out.print("%s");' % r.choice("pq"),
            "state": "{ Thread t = %s; if (t != null) log(t.getState() == Thread.State.TERMINATED ? 2 : 1); }" % last,
            "fresh": "log(new Thread(() -> { }).isAlive() ? 8 : 9);",
        }[kind]

    def body(self, depth):
        """The number of a new method, or None where there are enough threads."""
        if self.threads >= self.MOST or self.visible >= self.VISIBLE:
            return None
        self.threads += 1
        self.bodies.append(None)
        number = len(self.bodies) - 1
        lines = [self.statement() for _ in range(self.r.choice([1, 1, 1, 2]))]
        if self.deep and depth < 2 and self.r.random() < 0.6:
            lines[self.r.randint(0, len(lines)):0] = self.rounds(depth + 1, self.r.choice([1, 2]))
        self.bodies[number] = lines
        return number

    def rounds(self, depth, most):
        r, lines = self.r, []
        for k in range(most):
            several = [t for t in (self.body(depth) for _ in range(r.choice([1, 1, 1, 2]))) if t is not None]
            names = ["t%d" % t for t in several]
            for t, name in zip(several, names):
                lines.append("Thread %s = thread(%s::run%d); %s.start();" % (name, self.name, t, name))
            if r.random() < 0.35 and self.visible < self.VISIBLE:
                lines.append(self.statement())
            for name in names:
                if r.random() < 0.93:
                    lines.append("%s.join();" % name)
            if r.random() < 0.15 and self.visible < self.VISIBLE:
                lines.append(self.statement())
        return lines

    def generate(self):
        r = self.r
        lines = []
        beside = self.body(2) if self.beside else None
        first = self.rounds(0, 1) if beside is not None and r.random() < 0.4 else []
        lines += first
        if beside is not None:
            lines.append("Thread other = thread(%s::run%d); other.start();" % (self.name, beside))
        lines += self.rounds(0, r.choice([2, 3, 3, 4]))
        if beside is not None and r.random() < 0.8:
            lines.insert(r.randint(lines.index(next(s for s in lines if "other.start" in s)) + 1, len(lines)), "other.join();")
        text = ["import java.util.concurrent.atomic.*;", "import java.util.concurrent.locks.*;", "public class %s {" % self.name, "  static int a, b;", "  static volatile int v;",
                "  static final AtomicInteger n = new AtomicInteger();", "  static final Object lock = new Object();", "  static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();",
                "  interface Body { void run() throws InterruptedException; }",
                "  // What a thread has seen, and the threads that it knows of: those that its starter knew, and its own.",
                "  static class Worker extends Thread {", "    final Body body; Thread[] known; long seen;", "    Worker(Body body, Thread[] known) { this.body = body; this.known = known; }",
                "    @Override public void run() { try { body.run(); } catch (InterruptedException e) { seen = seen * 10 + 3; } }", "  }",
                "  static Thread[] known = new Thread[0];", "  static long seen;",
                "  static void log(int x) { if (Thread.currentThread() instanceof Worker w) w.seen = w.seen * 10 + x; else seen = seen * 10 + x; }",
                "  static Thread[] known() { return Thread.currentThread() instanceof Worker w ? w.known : known; }",
                "  static Thread last(int i) { Thread[] k = known(); return i < k.length ? k[k.length - 1 - i] : null; }",
                "  static Thread thread(Body body) {", "    Thread[] k = known();", "    Worker made = new Worker(body, k);",
                "    k = java.util.Arrays.copyOf(k, k.length + 1);", "    k[k.length - 1] = made;",
                "    if (Thread.currentThread() instanceof Worker w) w.known = k; else known = k;", "    return made;", "  }"]
        for i, body in enumerate(self.bodies):
            text += ["  static void run%d() throws InterruptedException {" % i] + ["    " + s for s in body] + ["  }"]
        text += ["  public static void main(String[] args) throws InterruptedException {"] + ["    " + s for s in lines]
        text += ['    StringBuilder out = new StringBuilder();', '    for (Thread t : known) out.append(((Worker) t).seen).append(\' \');', '    System.out.println(out + "|" + seen + "|" + a + b + v + n);', "  }", "}", ""]
        return "\n".join(text)
