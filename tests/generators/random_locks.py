"""Random small programs over locks, permits and interrupts: the operations of locks as single steps against the JDK's bytecode."""
import random

from random_source import RandomSource

LOCKS = {"reentrant": "new ReentrantLock(%s)", "readWrite": "new ReentrantReadWriteLock(%s)", "semaphore": "new Permits(%d, %s)", "latch": "new CountDownLatch(%d)"}


class LockGenerator(RandomSource):
    """Two threads, seldom three, with one or two statements each over one lock of any kind, a condition, permits of LockSupport, interrupts, and questions."""

    ORACLE = "dl-s-por --locks=real"
    STRATEGIES = ["dl-s-por", "s-por", "de-s-por", "o-dpor"]
    stateless = False

    def __init__(self, seed):
        self.r = r = random.Random(seed)
        self.name = "Locks%d" % seed
        self.threads = r.choice([2, 2, 2, 2, 2, 3])
        self.kind = r.choice(["reentrant", "reentrant", "reentrant", "readWrite", "semaphore", "semaphore", "latch"])
        self.fair = r.random() < 0.25
        others = ["park", "interrupt", "ask", "state", "field"]
        self.kinds = ["lock"] * 4 + r.sample(others, r.choice([1, 2, 2, 3]))
        if self.kind == "reentrant" and r.random() < 0.35:
            self.kinds += ["condition", "condition"]
        count = r.randint(0, 2)
        make = LOCKS[self.kind]
        self.make = make % ((count, str(self.fair).lower()) if self.kind == "semaphore" else count if self.kind == "latch" else str(self.fair).lower())

    def other(self, me):
        return self.r.choice([t for t in range(self.threads) if t != me] * 3 + [me])

    def nested(self, me):
        return " ".join(self.statement(me, 1) for _ in range(self.r.choice([0, 1, 1])))

    def held(self, me, lock):
        how = self.r.choice(["%s.lock();"] * 4 + ["%s.lockInterruptibly();", "%s.lockInterruptibly();"])
        inside = "try { %s } finally { %s.unlock(); }" % (self.nested(me), lock)
        attempt = self.r.choice(["tryLock()", "tryLock(1, TimeUnit.MILLISECONDS)", "tryLock(0, TimeUnit.SECONDS)", "tryLock(-1, TimeUnit.SECONDS)"])
        if self.r.random() < 0.3:
            return "if (%s.%s) %s else log += 'f';" % (lock, attempt, inside)
        return (how % lock) + " " + inside

    def lock_statement(self, me):
        r = self.r
        if self.kind == "reentrant":
            return "lock.unlock();" if r.random() < 0.05 else self.held(me, "lock")
        if self.kind == "readWrite":
            return self.held(me, r.choice(["lock.readLock()", "lock.writeLock()"]))
        if self.kind == "latch":
            return r.choice(["lock.countDown();", "lock.countDown();", "lock.await();", "log += lock.await(1, TimeUnit.MILLISECONDS);", "log += lock.await(0, TimeUnit.MILLISECONDS);"])
        n = r.choice([1, 1, 1, 2])
        return r.choice(["lock.acquire(%d);" % n, "lock.acquireUninterruptibly(%d);" % n, "lock.acquire();", "lock.release();", "lock.release();", "lock.release(%d);" % n,
                         "log += lock.tryAcquire(%d);" % n, "log += lock.tryAcquire(1, TimeUnit.MILLISECONDS);", "log += lock.tryAcquire(%d, -1, TimeUnit.MILLISECONDS);" % n,
                         "log += lock.drainPermits();", "lock.reduce(1);", "lock.release(Integer.MAX_VALUE);"])

    def ask(self, me):
        queues = ["hasQueuedThreads()", "getQueueLength()", "hasQueuedThread(threads[%d])" % self.other(me)]
        of = {"reentrant": ["isLocked()", "isHeldByCurrentThread()", "getHoldCount()", "isFair()"] + queues,
              "readWrite": ["getReadLockCount()", "isWriteLocked()", "isWriteLockedByCurrentThread()", "getReadHoldCount()", "getWriteHoldCount()"] + queues,
              "semaphore": ["availablePermits()"] + queues[:2], "latch": ["getCount()"]}[self.kind]
        return self.r.choice(["log += lock.%s;" % self.r.choice(of)] * 4 + ["log += text(lock);"])

    def statement(self, me, depth):
        r = self.r
        kind = r.choice(self.kinds)
        if kind == "lock" and not (depth and self.kind != "semaphore"):
            return self.lock_statement(me)
        if kind == "condition":
            if not depth:
                return "lock.lock(); try { %s } finally { lock.unlock(); }" % self.statement(me, 1) if r.random() < 0.9 else "c.signal();"
            return r.choice(["c.await();", "log += c.await(1, TimeUnit.MILLISECONDS);", "c.awaitUninterruptibly();", "c.signal();", "c.signal();", "c.signalAll();", "log += c.awaitNanos(0) <= 0;",
                             "log += lock.hasWaiters(c);", "log += lock.getWaitQueueLength(c);"])
        if kind == "park":
            return r.choice(["LockSupport.park();", "LockSupport.park();", "LockSupport.parkNanos(1000);", "LockSupport.unpark(threads[%d]);" % self.other(me), "LockSupport.unpark(threads[%d]);" % self.other(me)])
        if kind == "interrupt":
            return r.choice(["threads[%d].interrupt();" % self.other(me), "threads[%d].interrupt();" % self.other(me), "log += Thread.interrupted();", "log += threads[%d].isInterrupted();" % self.other(me)])
        if kind == "ask":
            return self.ask(me)
        if kind == "state":
            return r.choice(["log += threads[%d].getState();", "log += threads[%d].getState();", "log += LockSupport.getBlocker(threads[%d]) != null;"]) % self.other(me)
        return r.choice(["x = %d;" % r.randint(1, 2), "log += x;"])

    def generate(self):
        lines = ["import java.util.concurrent.*;", "import java.util.concurrent.locks.*;", "public class %s {" % self.name,
                 "  static class Permits extends Semaphore {", "    Permits(int n, boolean fair) { super(n, fair); }", "    void reduce(int n) { reducePermits(n); }", "  }",
                 "  static %s lock;" % {"reentrant": "ReentrantLock", "readWrite": "ReentrantReadWriteLock", "semaphore": "Permits", "latch": "CountDownLatch"}[self.kind],
                 "  static Condition c;", "  static volatile int x;", "  static final Thread[] threads = new Thread[%d];" % self.threads, "  static final String[] logs = new String[%d];" % self.threads,
                 "  static void may() throws InterruptedException { }",
                 "  static String text(Object o) { String s = o.toString(); return s.substring(s.indexOf('[')); }"]
        for me in range(self.threads):
            lines += ["  static void run%d() {" % me, '    String log = "";']
            for _ in range(self.r.choice([1, 2, 2]) if self.threads == 2 else 1):
                lines += ["    try { may(); %s } catch (InterruptedException e) { log += 'I'; } catch (IllegalMonitorStateException e) { log += 'M'; } catch (Error e) { log += 'E'; }" % self.statement(me, 0)]
            lines += ["    logs[%d] = log;" % me, "  }"]
        lines += ["  static void begin() {", "    x = 0;", "    lock = %s;" % self.make] + (["    c = lock.newCondition();"] if self.kind == "reentrant" else [])
        lines += ["    threads[%d] = new Thread(%s::run%d, \"t%d\");" % (me, self.name, me, me) for me in range(self.threads)] + ["    for (Thread t : threads) { t.setDaemon(stress); t.start(); }", "  }", "  static boolean stress;",
                  "  public static void main(String[] args) throws InterruptedException {", "    if (args.length == 0) {", "      begin();", "      for (Thread t : threads) t.join();",
                  '      System.out.println(String.join("|", logs));', "      return;", "    }",
                  # The first rounds load classes, where threads wait for each other.
                  "    stress = true;", "    java.util.TreeSet<String> seen = new java.util.TreeSet<>();", "    for (int i = 0, hung = 0; i < Integer.parseInt(args[0]) && hung < 3; i++) {", "      begin();",
                  "      boolean ended = true;", "      for (Thread t : threads) { t.join(2000); ended &= !t.isAlive(); }", '      if (i >= 3 || !ended) seen.add(ended ? String.join("|", logs) : "hangs");', "      if (!ended) hung++;", "    }",
                  "    for (String s : seen) System.out.println(s);", "  }", "}"]
        return "\n".join(lines) + "\n"
