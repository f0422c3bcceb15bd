"""Random Java programs whose threads do to each other whatever a Thread offers (start, join, join for a time, interrupt, isAlive, isInterrupted, getState, unpark,
setDaemon), while they may not have started yet: threads are started late, by each other, twice, or never. See tests/run-random-threads.
"""
import random

from random_source import RandomSource


class StartGenerator(RandomSource):
    """Two or three threads besides main, of one to three statements each; everything is drawn from the seed."""

    def __init__(self, seed):
        self.r = random.Random(seed * 91193 + 29)
        self.name = "Starts%d" % seed
        self.threads = self.r.choice([2, 2, 2, 3])
        kinds = ["start", "timed", "join", "interrupt", "alive", "isinterrupted", "interrupted", "state", "unpark", "park", "parknanos", "daemon", "yield", "sleep", "clock", "exit"]
        self.kinds = self.r.sample(kinds, 4) + ["start", self.r.choice(["write", "read"])]
        self.timed = {"timed", "sleep", "parknanos"}.intersection(self.kinds)

    def target(self, me):
        return "t[%d]" % self.r.choice([i for i in range(self.threads) if i != me])

    def statement(self, me):
        r, t = self.r, self.target(me)
        return {
            "start": "try { %s.start(); %s} catch (IllegalThreadStateException e) { log += 'x'; }" % (t, r.choice(["", "log += 'g'; "])),
            "join": "try { %s.join(); } catch (InterruptedException e) { log += 'i'; }" % t,
            "timed": "try { %s.join(%s); } catch (InterruptedException e) { log += 'i'; }" % (t, r.choice(["1", "1, 5"])),
            "interrupt": "%s.interrupt();" % t,
            "alive": "log += %s.isAlive() ? 'A' : 'd';" % t,
            "isinterrupted": "log += %s.isInterrupted() ? 'I' : 'n';" % t,
            "interrupted": "log += Thread.interrupted() ? 'C' : 'c';",
            "state": "log += %s.getState() == Thread.State.%s ? 'S' : 's';" % (t, r.choice(["NEW", "TERMINATED", "WAITING", "TIMED_WAITING"])),
            "unpark": "java.util.concurrent.locks.LockSupport.unpark(%s);" % t,
            "park": "java.util.concurrent.locks.LockSupport.park();",
            "parknanos": "java.util.concurrent.locks.LockSupport.parkNanos(1000000);",
            "daemon": "try { %s.setDaemon(true); } catch (IllegalThreadStateException e) { log += 'y'; }" % t,
            "yield": "Thread.yield();",
            "sleep": "try { Thread.sleep(1); } catch (InterruptedException e) { log += 'i'; }",
            "clock": "log += (System.nanoTime() - BEGUN) / 500000;",
            "exit": "if (a == 1) System.exit(0);" if r.random() < 0.3 else "a = 1;",
            "write": "%s = %d;" % (r.choice("av"), r.randint(1, 2)),
            "read": "log += %s;" % r.choice("av"),
        }[r.choice(self.kinds)]

    def generate(self):
        r = self.r
        lines = ["public class %s {" % self.name, "  static int a;", "  static volatile int v;",
                 "  static final long BEGUN = %s;" % ("System.nanoTime()" if "clock" in self.kinds else "0"),
                 "  static final Thread[] t = new Thread[%d];" % self.threads, "  static final String[] logs = new String[%d];" % self.threads]
        for i in range(self.threads):
            lines += ["  static void run%d() {" % i, '    String log = "";'] + ["    " + self.statement(i) for _ in range(r.choice([1, 2, 2, 3]))]
            lines += ["    logs[%d] = log;" % i, "  }"]
        lines += ["  public static void main(String[] args) {", '    String log = "";']
        lines += ["    t[%d] = new Thread(%s::run%d);" % (i, self.name, i) for i in range(self.threads)]
        order = list(range(self.threads))
        r.shuffle(order)
        for i in order:
            if r.random() < 0.7:
                lines.append("    try { t[%d].start(); } catch (IllegalThreadStateException e) { log += 'x'; }" % i)
            if r.random() < 0.3:
                lines.append("    " + self.statement(-1))
        for i in range(self.threads):
            if r.random() < 0.8:
                lines.append("    try { t[%d].join(); } catch (InterruptedException e) { log += 'j'; }" % i)
            lines.append("    log += logs[%d];" % i)
        lines.append('    System.out.println(log + "|" + a + v);')
        return "\n".join(lines + ["  }", "}", ""])
