"""Random small programs with threads that are the same, and all that can tell such threads apart: names, ids, hash codes, references to them, what they are handed."""
import random

from random_source import RandomSource


class SameGenerator(RandomSource):
    """Two or three threads with one body (and sometimes another one) over a few fields, locks and collections; in what each of them does it may ask who it is, or who the others are."""

    FULL = " --symmetry=off"
    stateless = False                    # not compared with searches that match no states: they know nothing of this
    STRATEGIES = ["none --symmetry=on", "none --symmetry=on --exact-states", "s-por --symmetry=on", "de-s-por --symmetry=on", "dl-s-por --symmetry=on", "dl-s-por --symmetry=on --all-shared",
                  "dl-s-por --symmetry=on --exact-states", "dl-s-por --symmetry=on --refine=held-back", "dl-s-por --symmetry=on --points=contended", "dl-s-por --symmetry=on --order=random:3",
                  "dl-s-por --symmetry=on --workers=2", "dl-s-por --symmetry=off",
                  # As jmc decides.
                  "dl-s-por", "s-por", "de-s-por", "dl-s-por --exact-states", "dl-s-por --all-shared", "dl-s-por --refine=held-back", "dl-s-por --workers=2"]
    # What any thread may do without saying who it is, and what tells threads apart.
    PLAIN = ["write", "read", "increment", "atom", "lock", "wait", "own", "local", "real lock", "condition", "semaphore", "read lock", "box", "queue of numbers"]
    TELLING = ["name", "id", "hash", "current", "register", "interrupt", "thread local", "park", "print", "hand out", "random"]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.name = "Same%d" % seed
        self.threads = self.r.choice([2, 2, 3])
        self.form = self.r.choice(["lambda", "lambda", "shared", "subclass", "runnable"])
        self.kinds = self.r.sample(self.PLAIN, 3) + (self.r.sample(self.TELLING, 1) if self.r.random() < 0.55 else []) + ["atom"]

    def statement(self, depth):
        r = self.r
        kind = r.choice(self.kinds)
        x = r.choice("ab")
        return {
            "write": lambda: "%s = %d;" % (x, r.randint(1, 2)),
            "read": lambda: "mine = 3 * mine + %s;" % x,
            "increment": lambda: "%s++;" % x,
            "atom": lambda: r.choice(["atom.incrementAndGet();", "mine += atom.getAndIncrement();", "if (atom.compareAndSet(%d, 5)) mine += 10;" % r.randint(0, 1)]),
            "lock": lambda: "synchronized (lock) { %s }" % (self.statement(depth + 1) if depth < 2 else "a++;"),
            "wait": lambda: r.choice(["synchronized (lock) { lock.notify(); }", "synchronized (lock) { lock.notifyAll(); }", "synchronized (lock) { if (%s == 0) { %s = 1; lock.wait(); } }" % (x, x)]),
            "own": lambda: r.choice(["own[0]++;", "own[0] = atom.get();", "mine += own[0];"]),
            "local": lambda: "{ int[] part = new int[2]; part[0] = %s; mine += part[0] + 1; }" % x,
            "real lock": lambda: "real.lock(); try { %s } finally { real.unlock(); }" % r.choice(["a++;", "mine += b;", "b = a;"]),
            "condition": lambda: "real.lock(); try { %s } finally { real.unlock(); }" % r.choice(["ready.signal();", "ready.signalAll();", "if (%s == 0) { %s = 1; ready.await(); }" % (x, x)]),
            "semaphore": lambda: "permits.acquire(); %s permits.release();" % r.choice(["a++;", "mine += a;"]),
            "read lock": lambda: r.choice(["both.readLock().lock(); mine += a; both.readLock().unlock();", "both.writeLock().lock(); a++; both.writeLock().unlock();"]),
            "box": lambda: r.choice(["{ Box n = new Box(); n.value = mine; n.next = box; box = n; }", "{ Box n = box; if (n != null) { mine += n.value; n.value++; } }"]),
            "queue of numbers": lambda: r.choice(["numbers.add(%d);" % r.randint(1, 2), "{ Integer n = numbers.poll(); mine += n == null ? 0 : n; }"]),
            "name": lambda: r.choice(["mine += Thread.currentThread().getName().length();", "log += Thread.currentThread().getName();", "if (Thread.currentThread().getName().endsWith(\"1\")) a++;"]),
            "id": lambda: r.choice(["log += Thread.currentThread().getId() %% %d;" % r.randint(2, 3), "byId.merge(Thread.currentThread().getId(), 1, Integer::sum);"]),
            "hash": lambda: r.choice(["log += System.identityHashCode(own) & 1;", "hashed.put(Thread.currentThread(), mine);", "log += System.identityHashCode(lock) & 1;"]),
            "current": lambda: r.choice(["if (Thread.currentThread() == first) mine += 100;", "last = Thread.currentThread();", "if (last == Thread.currentThread()) mine++;"]),
            "register": lambda: r.choice(["arrived.add(Thread.currentThread());", "{ Thread t = arrived.poll(); if (t != null) mine += t == Thread.currentThread() ? 1 : 2; }"]),
            "interrupt": lambda: r.choice(["threads[%d].interrupt();" % r.randrange(self.threads), "mine += Thread.interrupted() ? 1 : 0;", "Thread.currentThread().interrupt();"]),
            "thread local": lambda: r.choice(["slot.set(slot.get() + 1);", "mine += slot.get();"]),
            "park": lambda: r.choice(["last = Thread.currentThread(); LockSupport.park();", "LockSupport.unpark(last);", "LockSupport.unpark(threads[%d]);" % r.randrange(self.threads)]),
            "print": lambda: 'System.out.print(%s);' % r.choice(['"x"', "mine", x, "atom.get()"]),
            "hand out": lambda: "mine += tickets.getAndIncrement();",
            "random": lambda: "mine += java.util.concurrent.ThreadLocalRandom.current().nextInt(2);",
        }[kind]()

    def generate(self):
        r = self.r
        tail = r.choice(["sum.addAndGet(mine);", "sum.addAndGet(mine); synchronized (logs) { logs.add(log); }", "logs.add(log + mine);"])
        lines = ["import java.util.*;", "import java.util.concurrent.*;", "import java.util.concurrent.atomic.*;", "import java.util.concurrent.locks.*;", "public class %s {" % self.name,
                 "  static class Box { int value; Box next; }", "  static int a, b;", "  static Box box;", "  static volatile Thread first, last;",
                 "  static final AtomicInteger atom = new AtomicInteger(), sum = new AtomicInteger(), tickets = new AtomicInteger();", "  static final Object lock = new Object();",
                 "  static final ReentrantLock real = new ReentrantLock(%s);" % r.choice(["", "", "true"]), "  static final Condition ready = real.newCondition();",
                 "  static final Semaphore permits = new Semaphore(1%s);" % r.choice(["", ", true"]), "  static final ReentrantReadWriteLock both = new ReentrantReadWriteLock();",
                 "  static final ConcurrentLinkedQueue<Thread> arrived = new ConcurrentLinkedQueue<>();", "  static final ConcurrentLinkedQueue<Integer> numbers = new ConcurrentLinkedQueue<>();",
                 "  static final Queue<String> logs = new ConcurrentLinkedQueue<>();", "  static final Map<Long, Integer> byId = Collections.synchronizedMap(new TreeMap<>());",
                 "  static final Map<Thread, Integer> hashed = Collections.synchronizedMap(new HashMap<>());", "  static final ThreadLocal<Integer> slot = ThreadLocal.withInitial(() -> 0);",
                 "  static void may() throws InterruptedException { }"]
        statements = ["      " + self.statement(0) for _ in range(r.randint(1, 3))]
        body = ["    int mine = 0; String log = \"\"; int[] own = new int[1];", "    try {", "      may();"] + statements + ["    } catch (InterruptedException e) { mine = -1; }", "    " + tail]
        lines += ["  static void work() {"] + body + ["  }"]
        if self.form == "subclass":
            lines += ["  static class Worker extends Thread {", "    int steps;", "    public void run() {", "      steps = 1; work(); steps = 2;", "    }", "  }"]
        if self.form == "runnable":
            lines += ["  static class Task implements Runnable {", "    final int[] share; Task(int[] share) { this.share = share; }", "    public void run() {", "      work(); share[0]++;", "    }", "  }"]
        odd = r.random() < 0.25
        if odd:
            other = ["      " + self.statement(0) for _ in range(r.randint(1, 2))]
            lines += ["  static void other() {", "    int mine = 0; String log = \"\"; int[] own = new int[1];", "    try {", "      may();"] + other + ["    } catch (InterruptedException e) { mine = -2; }", "    " + tail, "  }"]
        # Where only main knows them by a number, they are the same to everybody else.
        known = any("threads[" in line for line in lines)
        threads = "Thread[] threads = new Thread[%d];" % self.threads
        lines += (["  static final " + threads] if known else []) + ["  public static void main(String[] args) throws InterruptedException {"] + ([] if known else ["    " + threads])
        if self.form == "shared":
            lines.append("    Runnable body = %s::work;" % self.name)
        made = {"lambda": "new Thread(() -> work())", "shared": "new Thread(body)", "subclass": "new Worker()", "runnable": "new Thread(new Task(new int[1]))"}[self.form]
        start = r.choice(["after", "after", "at once", "list"])
        extra = r.choice(["", "", "", "", " threads[i].setPriority(3 + i);", " if (i == 0) threads[i].setName(\"zero\");", " if (i == 1) threads[i].setDaemon(true);", " if (i == 0) first = threads[0];"])
        if start == "list":
            lines += ["    List<Thread> all = new ArrayList<>();", "    for (int i = 0; i < %d; i++) { threads[i] = %s;%s all.add(threads[i]); }" % (self.threads, made, extra), "    for (Thread t : all) t.start();"]
        else:
            lines.append("    for (int i = 0; i < %d; i++) { threads[i] = %s;%s%s }" % (self.threads, made, extra, " threads[i].start();" if start == "at once" else ""))
            if start == "after":
                lines.append("    for (Thread t : threads) t.start();")
        if odd:
            lines += ["    Thread odd = new Thread(%s::other);" % self.name, "    odd.start();"]
        if r.random() < 0.3:
            lines.append("    " + r.choice(["a = 1;", "atom.incrementAndGet();", "LockSupport.unpark(threads[0]);", "threads[1].interrupt();", "synchronized (lock) { lock.notifyAll(); }"]))
        lines.append({"list": "    for (Thread t : all) t.join();"}.get(start) or r.choice(["    for (Thread t : threads) t.join();", "    for (int i = 0; i < threads.length; i++) threads[i].join();",
                                                                                            "    for (int i = threads.length; i-- > 0;) threads[i].join();", "    threads[1].join(); threads[0].join();",
                                                                                            "    Thread[] own = threads.clone(); for (Thread t : own) t.join();"]))
        if odd and r.random() < 0.8:
            lines.append("    odd.join();")
        show = r.choice(["sum.get()", "sum.get() + \" \" + logs.size()", "logs", "new TreeSet<>(logs)"])
        more = r.choice(["", "", " + \" \" + byId", " + \" \" + hashed.size()", " + \" \" + arrived.size()", " + (last == threads[0] ? \"0\" : last == threads[1] ? \"1\" : \"-\")"])
        lines.append("    System.out.println(\"|\" + a + b + atom.get() + \" \" + %s%s);" % (show, more))
        return "\n".join(lines + ["  }", "}", ""])
