"""Random small programs over the JDK's executors, which look at all that an executor tells of itself. What a search finds that takes executors as atomic is compared with one that interleaves each of their accesses."""
import random

from random_source import RandomSource


class ExecutorGenerator(RandomSource):
    """One or two tasks over a counter and a field, handed to an executor by one or two threads, which ask it for how it stands, shut it down, cancel, interrupt and wait for results."""

    ORACLE = "dl-s-por --executors=real"
    stateless = False
    KINDS = ["single", "fixed", "fixed", "own", "scheduled", "cached", "fork", "fork", "subclass"]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.name = "Executors%d" % seed
        self.kind = self.KINDS[seed % len(self.KINDS)]
        # S-POR alone comes to no end where questions make the steps of a fork/join pool visible.
        self.STRATEGIES = ["dl-s-por", "dl-s-por --points=contended", "dl-s-por --workers=2"] + (["s-por"] if self.kind != "fork" else [])

    def statement(self):
        return self.r.choice(["count.addAndGet(%d);" % self.r.randint(1, 3), "plain += %d;" % self.r.randint(1, 3), "result += count.get();", "result = 10 * result + plain;",
                              "if (plain > 1) throw new IllegalStateException();", "if (Thread.interrupted()) result += 5;", "result += Thread.currentThread().getName().length();",
                              "synchronized (lock) { plain = 2 * plain + 1; }"])

    def task(self, k):
        return ["  static int task%d() {" % k, "    int result = %d;" % k, "    " + " ".join(self.statement() for _ in range(self.r.randint(0, 2))), "    return result;", "  }"]

    def pool(self):
        r = self.r
        n = r.choice([1, 1, 2])
        return {"single": "Executors.newSingleThreadExecutor()", "fixed": "Executors.newFixedThreadPool(%d)" % n,
                "own": "new ThreadPoolExecutor(%d, %d, 1, TimeUnit.SECONDS, new %s)" % (r.choice([0, 1]), n, r.choice(["LinkedBlockingQueue<>()", "ArrayBlockingQueue<>(1)", "SynchronousQueue<>()", "LinkedBlockingQueue<>(1)"])),
                "scheduled": "Executors.newScheduledThreadPool(1)", "cached": "Executors.newCachedThreadPool()", "fork": "new ForkJoinPool(%d)" % n,
                "subclass": "new Hooked(%d)" % n, "virtual": "Executors.newVirtualThreadPerTaskExecutor()"}[self.kind]

    def call(self, k):
        r = self.r
        kinds = ["f%d = pool.submit(%s::task%d);" % (k, self.name, k)] * 4 + ["pool.execute(%s::task%d);" % (self.name, k)]
        if self.kind == "scheduled":
            kinds += ["f%d = ((ScheduledExecutorService) pool).schedule(%s::task%d, 1, TimeUnit.SECONDS);" % (k, self.name, k)] * 3
        if self.kind == "fork":
            kinds += ["f%d = ((ForkJoinPool) pool).submit(new Pair());" % k] * 2 + ["log += ((ForkJoinPool) pool).invoke(ForkJoinTask.adapt((Callable<Integer>) %s::task%d));" % (self.name, k)]
        kinds += ["CompletableFuture<Integer> c%d = CompletableFuture.supplyAsync(%s::task%d, pool); f%d = c%d.%s;" % (k, self.name, k, k, k, r.choice(["thenApply(x -> x + plain)", "handle((x, e) -> e == null ? x : -1)", "thenApplyAsync(x -> x + 1, pool)"]))]
        return "try { %s } catch (RejectedExecutionException e) { log += 'R'; }" % r.choice(kinds)

    def look(self):
        r = self.r
        asked = ["pool.isShutdown() ? 's' : 'o'", "pool.isTerminated() ? 't' : 'n'", "count.get()", "plain", "f0 != null && f0.isDone() ? 'd' : 'p'"]
        if self.kind == "fork":
            pool = "((ForkJoinPool) pool)"
            asked += [pool + "." + q for q in ["getQueuedSubmissionCount()", "hasQueuedSubmissions()", "getPoolSize()", "isQuiescent()", "getQueuedTaskCount()", "getStealCount()", "getActiveThreadCount()"]]
        elif self.kind not in ("single", "scheduled", "virtual"):
            pool = "((ThreadPoolExecutor) pool)"
            asked += [pool + "." + q for q in ["getActiveCount()", "getCompletedTaskCount()", "getTaskCount()", "getPoolSize()", "getLargestPoolSize()", "getQueue().size()", "getQueue().isEmpty()", "toString().contains(\"active threads = 0\")"]]
        kinds = ["log += %s;" % r.choice(asked)] * 5 + ["if (f0 != null) log += f0.cancel(%s) ? 'c' : 'x';" % r.choice(["true", "false"]), "pool.shutdown();", "log += pool.shutdownNow().size();", "count.incrementAndGet();",
                                                        "plain++;"]
        if self.kind in ("fixed", "own", "subclass", "cached"):
            kinds += ["{ Runnable q = ((ThreadPoolExecutor) pool).getQueue().poll(); if (q != null) q.run(); log += q == null ? 'e' : 'q'; }", "((ThreadPoolExecutor) pool).%s;" % r.choice(["setCorePoolSize(2)", "prestartCoreThread()", "allowCoreThreadTimeOut(true)", "purge()"])]
        return r.choice(kinds)

    def generate(self):
        r = self.r
        tasks = r.choice([1, 1, 2])
        main = []
        for k in range(tasks):
            main.append(self.call(k))
            main += [self.look() for _ in range(r.choice([0, 0, 1, 1, 2]))]
        end = r.choice(["pool.shutdown();"] * 3 + ["pool.shutdownNow();", "pool.shutdown(); log += pool.awaitTermination(1, TimeUnit.SECONDS) ? 'A' : 'B';"])
        second = ["    Thread other = new Thread(%s::other);" % self.name, "    other.start();"] if r.random() < 0.4 else []
        lines = ["import java.util.*;", "import java.util.concurrent.*;", "import java.util.concurrent.atomic.*;", "public class %s {" % self.name,
                 "  static final AtomicInteger count = new AtomicInteger();", "  static int plain;", "  static String second = \"\";", "  static final Object lock = new Object();",
                 "  static volatile Future<Integer> f0, f1;", "  static ExecutorService pool;",
                 "  static class Hooked extends ThreadPoolExecutor {", "    Hooked(int n) { super(n, n, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }",
                 "    protected void beforeExecute(Thread t, Runnable r) { count.addAndGet(10); }", "    protected void afterExecute(Runnable r, Throwable t) { plain += 5; }", "    protected void terminated() { count.addAndGet(100); }", "  }",
                 "  static class Pair extends RecursiveTask<Integer> {", "    protected Integer compute() {",
                 "      ForkJoinTask<Integer> left = ForkJoinTask.adapt((Callable<Integer>) %s::task0).fork();" % self.name, "      int right = task1();", "      return right + left.join();", "    }", "  }"]
        for k in range(2):
            lines += self.task(k)
        if second:
            lines += ["  static void other() {", '    String log = "";', "    " + self.look(), "    second = log;", "  }"]
        lines += ["  public static void main(String[] args) throws Exception {", '    String log = "";', "    pool = %s;" % self.pool()] + second + ["    " + s for s in main]
        waits = ["    if (f%d != null) try { log += \" \" + f%d.get(%s); } catch (Exception e) { log += \" \" + e.getClass().getSimpleName(); }" % (k, k, r.choice(["", "", "1, TimeUnit.SECONDS"])) for k in range(tasks)]
        end = ["    " + end]
        lines += (waits + end if r.random() < 0.5 else end + waits if "Now" not in end[0] else end)
        lines += (["    other.join();"] if second else []) + ['    System.out.println(log + " " + count.get() + " " + plain + " " + second);', "  }", "}"]
        return "\n".join(lines) + "\n"


class VirtualGenerator(ExecutorGenerator):
    """The same with a virtual thread for each task; needs JDK 21."""

    KINDS = ["virtual"]
