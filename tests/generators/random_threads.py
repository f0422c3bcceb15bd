"""Random Java programs whose threads use Thread objects as monitors: they lock them, wait on and notify them, join them (plainly, for a time, inside of
synchronized), start each other, ask whether others are alive, interrupt (all at once, too), count the threads of their group, read the clock, and end by exceptions, which a handler may take that was set meanwhile. See tests/run-random-threads.
"""
import random

from random_source import RandomSource


class ThreadGenerator(RandomSource):
    """Two or three threads of two to four statements each over two int fields; everything is drawn from the seed."""

    def __init__(self, seed):
        self.r = random.Random(seed * 104729 + 17)
        self.name = "Threads%d" % seed
        self.threads = self.r.choice([2, 2, 2, 3])
        self.subclass = self.r.random() < 0.3          # the threads are of a class with synchronized methods
        kinds = ["lock", "join", "timed", "joinin", "waitalive", "wait", "timedwait", "notify", "alive", "interrupt", "start", "throw", "name", "other", "state", "group", "clock", "handler"]
        # A program may also use no monitor of a thread at all.
        if self.r.random() < 0.2:
            kinds = ["join", "timed", "alive", "interrupt", "start", "throw", "name", "other"]
        self.kinds = self.r.sample(kinds, 5) + ["write", "read", "join"]
        # What shows only where these meet: a join with a time or an interrupt of one that may not have started, an interrupt of all at once, a handler that comes late.
        special = self.r.random()
        if special < 0.1:
            self.kinds[:3] = ["timed", "start", "clock"]
        elif special < 0.2:
            self.kinds[:2] = ["group", "interrupt"]
        elif special < 0.3:
            self.kinds[:2] = ["start", "interrupt"]
        elif special < 0.4:
            self.kinds[:2] = ["handler", "throw"]

    def target(self, me):
        others = [i for i in range(self.threads) if i != me] or [0]
        i = self.r.choice(others) if self.r.random() < 0.8 else self.r.randrange(self.threads)
        return "main" if self.r.random() < 0.07 else "threads[%d]" % i

    def statement(self, me, depth=0):
        r = self.r
        kind = r.choice(self.kinds)
        x = r.choice("ab")
        t = self.target(me)
        if kind == "write":
            return "%s = %d;" % (x, r.randint(1, 2))
        if kind == "read":
            return "log += %s;" % x
        if kind == "lock" and depth < 2:
            return "synchronized (%s) { %s }" % (t, " ".join(self.statement(me, depth + 1) for _ in range(r.randint(1, 2))))
        if kind == "other" and depth < 2:
            return "synchronized (lock) { %s }" % self.statement(me, depth + 1)
        if kind == "join":
            return "%s.join();" % t
        if kind == "timed":
            return "%s.join(%s);" % (t, r.choice(["1", "0, 5", "1"]))
        if kind == "joinin":
            return "synchronized (%s) { %s%s.join(%s); }" % (t, r.choice(["", "%s++; " % x]), t, r.choice(["", "", "1"]))
        if kind == "waitalive":
            return "synchronized (%s) { while (%s.isAlive()) %s.wait(); log += 'w'; }" % (t, t, t)
        if kind == "wait":
            return "synchronized (%s) { if (%s == 0) %s.wait(); }" % (t, x, t)
        if kind == "timedwait":
            return "synchronized (%s) { %s.wait(1); }" % (t, t)
        if kind == "notify":
            return "synchronized (%s) { %s%s.%s(); }" % (t, r.choice(["", "%s = 1; " % x]), t, r.choice(["notify", "notifyAll"]))
        if kind == "alive":
            return "log += %s.isAlive() ? 'A' : 'd';" % t
        if kind == "state":
            return "log += %s.getState() == Thread.State.%s ? 'S' : 's';" % (t, r.choice(["TERMINATED", "WAITING", "NEW", "BLOCKED"]))
        if kind == "interrupt":
            return r.choice(["%s.interrupt();" % t, "log += Thread.interrupted() ? 'I' : 'n';"])
        if kind == "group":
            return r.choice(["GROUP.interrupt();", "GROUP.interrupt();", "log += GROUP.activeCount();"])
        if kind == "clock":
            return "log += (System.nanoTime() - BEGUN) / 1000000;"
        if kind == "start":
            return "try { %s.start(); log += 'g'; } catch (IllegalThreadStateException e) { log += 'x'; }" % t
        if kind == "handler":
            return r.choice(["%s.setUncaughtExceptionHandler((x, e) -> handled++);" % t, "Thread.setDefaultUncaughtExceptionHandler((x, e) -> handled++);"])
        if kind == "throw":
            return 'if (%s == 1) throw new IllegalStateException("boom");' % x
        if kind == "name":
            return '%s.setName("n%d");' % (t, r.randint(0, 2))
        return "%s++;" % x

    def generate(self):
        r = self.r
        bodies = [[self.statement(i) for _ in range(r.randint(1, 3))] for i in range(self.threads)]
        if self.subclass:
            for body in bodies:
                body.insert(r.randint(0, len(body)), "threads[%d].%s();" % (r.randrange(self.threads), r.choice(["bump", "rest"])))
        lines = ["public class %s {" % self.name, "  static int a, b;", "  static final long BEGUN = %s;" % ("System.nanoTime()" if "clock" in self.kinds else "0"),
                 "  static final ThreadGroup GROUP = new ThreadGroup(\"g\");", "  static final Object lock = new Object();", "  static Thread main;",
                 "  interface Body { void run() throws InterruptedException; }",
                 "  static class Worker extends Thread {", "    final Body body; volatile int bumps;", "    Worker(Body body) { super(GROUP, (Runnable) null); this.body = body; }",
                 "    @Override public void run() { try { body.run(); } catch (InterruptedException e) { interrupts++; } }",
                 "    synchronized void bump() { bumps++; }",
                 "    synchronized void rest() throws InterruptedException { if (bumps == 0) wait(%s); }" % r.choice(["", "1"]), "  }",
                 "  static volatile int interrupts, handled;", "  static void mayThrow() throws InterruptedException {}",
                 "  static final Worker[] threads = new Worker[%d];" % self.threads, "  static final String[] logs = new String[%d];" % self.threads]
        for i, body in enumerate(bodies):
            lines += ["  static void run%d() throws InterruptedException {" % i, '    String log = "";'] + ["    " + s for s in body]
            lines += ["    logs[%d] = log;" % i, "  }"]
        lines += ["  public static void main(String[] args) throws InterruptedException {", "    main = Thread.currentThread();", '    String log = "";']
        lines += ["    threads[%d] = new Worker(%s::run%d);" % (i, self.name, i) for i in range(self.threads)]
        started = [i for i in range(self.threads) if "start" not in self.kinds or r.random() < 0.7]
        for i in started:
            start = "threads[%d].start();" % i
            if "start" in self.kinds:
                start = "try { %s } catch (IllegalThreadStateException e) { log += 'x'; }" % start
            if "lock" in self.kinds and r.random() < 0.2:
                start = "synchronized (threads[%d]) { %s }" % (i, start)
            lines.append("    " + start)
        if r.random() < 0.5:
            lines.append("    try { mayThrow(); %s } catch (InterruptedException e) { log += 'i'; }" % self.statement(-1).replace("threads[-1]", "threads[0]"))
        for i in range(self.threads):
            if r.random() < 0.9:
                lines.append("    try { threads[%d].join(); } catch (InterruptedException e) { log += 'j'; }" % i)
                lines.append("    log += logs[%d];" % i)
        lines.append('    System.out.println(log + "|" + a + b + handled);')
        return "\n".join(lines + ["  }", "}", ""])
