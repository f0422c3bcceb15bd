"""Random small programs whose work goes through pools: one of the JDK's with one worker, one of the program's own with two, fork/join tasks, futures, parallel streams, daemons that main leaves behind."""
import random

from random_source import RandomSource


class PoolGenerator(RandomSource):
    """Two or three tasks over an AtomicInteger, a field and a monitor, given to something that runs them; the main thread works in between and prints what it got."""

    stateless = False                    # workers wait in loops: executions need not end
    KINDS = ["own", "own", "own", "futures", "futures", "threads", "threads", "fixed", "fork", "fork", "stream", "daemons", "daemons"]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.name = "Pools%d" % seed
        self.kind = self.KINDS[seed % len(self.KINDS)]

    def statement(self):
        return self.r.choice(["count.addAndGet(%d);" % self.r.randint(1, 3), "plain += %d;" % self.r.randint(1, 3), "synchronized (lock) { plain = 2 * plain + 1; }",
                              "result += count.get();", "result = 10 * result + plain;", "if (count.compareAndSet(0, 5)) result += 7;",
                              "if (plain > 2) throw new IllegalStateException();"])

    def task(self, k, statements):
        body = " ".join(self.statement() for _ in range(statements))
        return ["  static int task%d() {" % k, "    int result = %d;" % k, "    " + body, "    return result;", "  }"]

    def get(self, future):
        return ["    try {", '      log += " " + %s.get();' % future, "    } catch (Exception e) {", '      log += " " + e.getClass().getSimpleName();', "    }"]

    def own(self, tasks):
        return ["    for (int i = 0; i < %d; i++) new Thread(%s::work).start();" % (self.r.choice([1, 2]), self.name)] + \
               [line for k in range(tasks) for line in ["    f%d = new FutureTask<>(%s::task%d);" % (k, self.name, k), "    put((Runnable) f%d);" % k, "    " + self.between()]] + \
               ["    synchronized (queue) { closed = true; queue.%s(); }" % self.r.choice(["notifyAll", "notifyAll", "notify"])]

    def between(self):
        return self.r.choice(["", "", "count.addAndGet(1);", "synchronized (lock) { plain++; }", "f0.cancel(%s);" % self.r.choice(["true", "false"])])

    def body(self, tasks):
        if self.kind == "own":
            return self.own(tasks)
        if self.kind == "threads":
            return [line for k in range(tasks) for line in ["    f%d = new FutureTask<>(%s::task%d);" % (k, self.name, k), "    new Thread((Runnable) f%d).start();" % k, "    " + self.between()]]
        if self.kind == "futures":
            lines = ["    Executor each = r -> new Thread(r).start();", "    CompletableFuture<Integer> a = CompletableFuture.supplyAsync(%s::task0, each), b = CompletableFuture.supplyAsync(%s::task1, each);" % (self.name, self.name)]
            return lines + ["    f0 = " + self.r.choice(["a.thenCombine(b, Integer::sum);", "a.thenApply(x -> x + 1); log += count.get();", "a.applyToEither(b, x -> x);",
                                                         "a.exceptionally(e -> -1).thenCombine(b.handle((x, e) -> e == null ? x : -2), Integer::sum);"]), "    f1 = b;"]
        if self.kind == "fixed":
            lines = ["    ExecutorService pool = Executors.newFixedThreadPool(1);"] + [line for k in range(tasks) for line in ["    f%d = pool.submit(%s::task%d);" % (k, self.name, k), "    " + self.between()]]
            if self.r.random() < 0.3:
                lines.append('    log += " " + ((ThreadPoolExecutor) pool).getCompletedTaskCount();')
            return lines + ["    pool.%s();" % self.r.choice(["shutdown", "shutdown", "shutdownNow"])]
        if self.kind == "daemons":
            return [line for k in range(tasks) for line in ["    Thread t%d = new Thread(() -> { task%d(); %s });" % (k, k, self.r.choice(['System.out.print("%s");' % "ab"[k], "count.incrementAndGet();", ""])),
                                                            "    t%d.setDaemon(%s);" % (k, self.r.choice(["true", "true", "true", "false"])), "    t%d.start();" % k, "    " + self.r.choice(["", "", "count.addAndGet(1);", "synchronized (lock) { plain++; }", 'System.out.print("m");'])]]
        if self.kind == "fork":
            lines = ["    ForkJoinPool pool = new ForkJoinPool(1);", "    f0 = pool.submit(new Pair());"]
            return lines + (["    f1 = pool.submit(%s::task1);" % self.name] if tasks > 1 and self.r.random() < 0.3 else [])
        return ["    log += java.util.stream.IntStream.range(0, 2).parallel().map(i -> i == 0 ? task0() : task1()).sum();"]

    def generate(self):
        tasks = 2 if self.kind in ("futures", "fork", "stream") or self.r.random() < 0.7 else 1
        main = self.body(tasks)
        lines = ["import java.util.*;", "import java.util.concurrent.*;", "import java.util.concurrent.atomic.*;", "public class %s {" % self.name,
                 "  static final AtomicInteger count = new AtomicInteger();", "  static int plain;", "  static final Object lock = new Object();", "  static Future<Integer> f0, f1;",
                 "  static final ArrayDeque<Runnable> queue = new ArrayDeque<>();", "  static boolean closed;",
                 "  static void put(Runnable r) {", "    synchronized (queue) { queue.add(r); queue.notify(); }", "  }",
                 "  static void work() {", "    try {", "      while (true) {", "        Runnable r;", "        synchronized (queue) {",
                 "          while (queue.isEmpty() && !closed) queue.wait();", "          r = queue.poll();", "        }", "        if (r == null) return;", "        r.run();", "      }",
                 "    } catch (InterruptedException e) {", "    }", "  }",
                 "  static class Pair extends RecursiveTask<Integer> {", "    protected Integer compute() {",
                 "      ForkJoinTask<Integer> left = ForkJoinTask.adapt((Callable<Integer>) %s::task0).fork();" % self.name, "      int right = task1();", "      return right + left.join();", "    }", "  }"]
        for k in range(2):
            lines += self.task(k, self.r.randint(1, 2 if self.kind in ("own", "threads", "futures") else 1))
        lines += ["  public static void main(String[] args) throws Exception {", '    String log = "";'] + main
        for k in range(2):
            lines += ["    if (f%d != null) {" % k] + ["  " + s for s in self.get("f%d" % k)] + ["    }"]
        lines += ['    System.out.println(log + " " + count.get());', "  }", "}"]
        return "\n".join(lines) + "\n"
