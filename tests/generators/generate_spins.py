"""Random programs that spin and poll for what may never come, for tests/run-livelocks --random."""
import random


class SpinGenerator:
    """Statements that spin, poll and take locks made of a CAS, over three flags: some can always end, some in some schedules, some never."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.name = "Spin%d" % seed
        self.text = None
        self.threads = self.r.choice([2, 2, 2, 3])

    def source(self):
        if not self.text:
            self.text = self.generate()
        return self.text

    def statement(self, me, depth):
        r = self.r
        x = r.choice("abc")
        kind = r.choice(["write", "write", "write", "write", "pulse", "spin", "caslock", "nap", "poll", "read", "count", "monitor", "await", "both"])
        if kind == "write":
            return "%s = %d;" % (x, r.choice([0, 1, 1, 2]))
        if kind == "pulse":
            return "%s = 1; %s = 0;" % (x, x)
        if kind == "read":
            return "log += %s;" % x
        if kind == "count":
            return "atom.incrementAndGet();" if r.random() < 0.2 else "%s++;" % x
        if kind == "spin":
            return "while (%s %s 0) %s;" % (x, r.choice(["==", "==", "!="]), r.choice(["Thread.onSpinWait()", "Thread.yield()"]))
        if kind == "both":
            return "while (%s == 0 %s %s != 0) Thread.onSpinWait();" % (x, r.choice(["||", "&&"]), r.choice("abc"))
        if kind == "nap":
            return "while (%s == 0) Thread.sleep(1);" % x
        if kind == "poll":
            return "for (;;) { synchronized (lock0) { if (%s != 0) break; } }" % x
        if kind == "await":
            return "synchronized (lock0) { while (%s == 0) lock0.wait(%s); }" % (x, r.choice(["", "5"]))
        body = self.statement(me, depth + 1) if depth < 1 else "%s = 1;" % x
        if kind == "monitor":
            return "synchronized (lock0) { %s lock0.notifyAll(); }" % body if "for (;;)" not in body else body
        lock = r.randint(0, 1)
        body = "while (!cas[%d].compareAndSet(false, true)) Thread.onSpinWait(); %s" % (lock, body)
        return body + (" cas[%d].set(false);" % lock if r.random() < 0.9 else "")

    def generate(self):
        r = self.r
        bodies = [[self.statement(i, 0) for _ in range(r.randint(1, 3 if self.threads == 2 else 2))] for i in range(self.threads)]
        lines = ["import java.util.concurrent.atomic.*;", "public class %s {" % self.name, "  static volatile int a, b, c;",
                 "  static final AtomicInteger atom = new AtomicInteger();",
                 "  static final AtomicBoolean[] cas = {new AtomicBoolean(), new AtomicBoolean()};",
                 "  static final Object lock0 = new Object();", "  static final Thread[] threads = new Thread[%d];" % self.threads]
        for i, body in enumerate(bodies):
            lines += ["  static void run%d() throws InterruptedException {" % i, '    String log = "";'] + ["    " + s for s in body]
            lines += ['    System.out.print(log + "%s");' % ";|/"[i], "  }"]
        lines += ["  interface Body { void run() throws InterruptedException; }",
                  "  static Thread thread(Body b) { return new Thread(() -> { try { b.run(); } catch (InterruptedException e) { } }); }",
                  "  public static void main(String[] args) throws InterruptedException {"]
        daemon = r.randrange(self.threads) if r.random() < 0.2 else -1
        for i in range(self.threads):
            lines.append("    threads[%d] = thread(%s::run%d);" % (i, self.name, i))
            if i == daemon:
                lines.append("    threads[%d].setDaemon(true);" % i)
        lines += ["    threads[%d].start();" % i for i in range(self.threads)]
        if r.random() < 0.5:
            lines.append("    " + self.statement(self.threads, 1).replace("log +=", "atom.set(") .replace("atom.set( a;", "atom.set(a);")
                         .replace("atom.set( b;", "atom.set(b);").replace("atom.set( c;", "atom.set(c);"))
        lines += ["    threads[%d].join();" % i for i in range(self.threads) if r.random() < 0.5]
        return "\n".join(lines + ["  }", "}", ""])
