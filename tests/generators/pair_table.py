"""What tests/run-pairs makes pairs of: receivers in a fixed state, arguments by type, groups of receivers that share state, and operations that are more than one call."""
import collections

# name: the field; type: whose public methods are called; how: instance, static, or value (none are called); init: the expression that makes it (None: `name` is an expression itself);
# probe: what main looks at in the end; needs: other receivers that init uses.
Receiver = collections.namedtuple("Receiver", "name type how init probe needs groups")
TABLE = []


def receiver(name, type, init=None, probe=None, how="instance", needs=(), groups=""):
    TABLE.append(Receiver(name, type, how, init, probe, tuple(needs), tuple(groups.split())))


J, A, L = "java.util.concurrent.", "java.util.concurrent.atomic.", "java.util.concurrent.locks."

# Threads. OTHER is the other of the two, MAIN the one that joins them; what needs no name of a thread has Thread.currentThread().
receiver("Thread.currentThread()", "java.lang.Thread", groups="thread permit")
receiver("OTHER", "java.lang.Thread", groups="thread permit")
receiver("MAIN", "java.lang.Thread", groups="thread permit")
receiver("fresh", "java.lang.Thread", "new Thread(() -> ran = ran + 1)", "fresh.getState()", groups="thread")
receiver("ended", "java.lang.Thread", "begun(() -> { }, true)", "ended.getState()", groups="thread")
receiver("parked", "java.lang.Thread", "begun(() -> { LockSupport.park(); ran = 7; }, false)", "parked.isInterrupted()", groups="thread permit")
receiver("waits", "java.lang.Thread", "begun(() -> { synchronized (lock) { try { lock.wait(); ran = 7; } catch (InterruptedException e) { ran = 8; } } }, false)", "waits.isInterrupted()", needs=["lock"], groups="thread permit")
receiver("Thread", "java.lang.Thread", how="static", groups="thread permit time")
receiver("LockSupport", L + "LockSupport", how="static", groups="permit thread")
receiver("group", "java.lang.ThreadGroup", 'new ThreadGroup("g")', "group.activeCount()", groups="thread")
receiver("local", "java.lang.ThreadLocal", "ThreadLocal.withInitial(() -> 5)", "local.get()", groups="thread adder")
receiver("inheritable", "java.lang.InheritableThreadLocal", "new InheritableThreadLocal()", "inheritable.get()", groups="thread")
receiver("lock", "java.lang.Object", "new Object()", groups="thread permit")

# References.
receiver("weak", "java.lang.ref.WeakReference", "new WeakReference(held, queue)", "weak.get()", needs=["held", "queue"], groups="reference")
receiver("soft", "java.lang.ref.SoftReference", "new SoftReference(held, queue)", "soft.get()", needs=["held", "queue"], groups="reference")
receiver("phantom", "java.lang.ref.PhantomReference", "new PhantomReference(held, queue)", "phantom.refersTo(null)", needs=["held", "queue"], groups="reference")
receiver("queue", "java.lang.ref.ReferenceQueue", "new ReferenceQueue()", "queue.poll() != null", groups="reference")
receiver("held", "java.lang.Object", "new Object()", groups="reference")
receiver("cleanable", "java.lang.ref.Cleaner$Cleanable", "Cleaner.create().register(held, () -> ran = ran + 1)", needs=["held"], groups="reference")

# Clocks, properties, streams, class loading, the runtime.
receiver("System", "java.lang.System", how="static", groups="property time output runtime")
receiver("clock", "java.time.Clock", "java.time.Clock.systemUTC()", groups="time")
receiver("properties", "java.util.Properties", "System.getProperties()", groups="property")
receiver("Locale", "java.util.Locale", how="static", groups="property")
receiver("TimeZone", "java.util.TimeZone", how="static", groups="property")
receiver("System.out", "java.io.PrintStream", groups="output")
receiver("print", "java.io.PrintStream", "new PrintStream(bytes, true)", "bytes", needs=["bytes"], groups="output")
receiver("bytes", "java.io.ByteArrayOutputStream", "new ByteArrayOutputStream()", "bytes", groups="output")
receiver("buffered", "java.io.BufferedWriter", "new BufferedWriter(writer)", "writer", needs=["writer"], groups="output")
receiver("writer", "java.io.StringWriter", "new StringWriter()", "writer", groups="output")
receiver("buffer", "java.lang.StringBuffer", 'new StringBuffer("pq")', "buffer", groups="output")
receiver("SELF.class", "java.lang.Class", groups="class")
receiver("Nested.class", "java.lang.Class", groups="class")
receiver("Class", "java.lang.Class", how="static", groups="class")
receiver("loader", "java.lang.ClassLoader", "SELF.class.getClassLoader()", groups="class")
receiver("ClassLoader", "java.lang.ClassLoader", how="static", groups="class")
receiver("Package", "java.lang.Package", how="static", groups="class")
receiver("Runtime.getRuntime()", "java.lang.Runtime", groups="runtime thread class")
receiver("resources", "java.util.ResourceBundle", how="static", groups="class")
receiver("value", "java.lang.ClassValue", "new ClassValue() { protected Object computeValue(Class c) { return ran; } }", groups="class")

# Atomics and adders.
for kind, start in [("AtomicInteger", "(1)"), ("AtomicLong", "(1)"), ("AtomicBoolean", "(false)"), ("AtomicReference", '("x")'), ("AtomicIntegerArray", "(2)"), ("AtomicLongArray", "(2)"),
                    ("AtomicReferenceArray", "(2)"), ("AtomicStampedReference", '("x", 1)'), ("AtomicMarkableReference", '("x", true)')]:
    receiver("a" + kind, A + kind, "new %s%s" % (kind, start), "a%s%s" % (kind, ".getReference()" if "ableR" in kind or "pedR" in kind else ""), groups="adder" if kind == "AtomicLong" else "")
receiver("adder", A + "LongAdder", "new LongAdder()", "adder.sum()", groups="adder")
receiver("doubles", A + "DoubleAdder", "new DoubleAdder()", "doubles.sum()", groups="adder")
receiver("accumulator", A + "LongAccumulator", "new LongAccumulator((x, y) -> 2 * x + y, 1)", "accumulator.get()", groups="adder")
receiver("doubleAccumulator", A + "DoubleAccumulator", "new DoubleAccumulator((x, y) -> 2 * x + y, 1)", "doubleAccumulator.get()", groups="adder")
receiver("random", "java.util.Random", "new Random(1)", "random.nextInt(50)", groups="adder")
receiver("ThreadLocalRandom.current()", J + "ThreadLocalRandom", groups="adder")

# Locks and synchronizers.
receiver("rlock", L + "ReentrantLock", "new ReentrantLock()", "rlock.isLocked()", groups="permit lock")
receiver("fair", L + "ReentrantLock", "new ReentrantLock(true)", "fair.isLocked()", groups="lock")
receiver("condition", L + "Condition", "rlock.newCondition()", "rlock.isLocked()", needs=["rlock"], groups="lock permit")
receiver("rw", L + "ReentrantReadWriteLock", "new ReentrantReadWriteLock()", "rw.getReadLockCount()", groups="lock")
receiver("read", L + "ReentrantReadWriteLock$ReadLock", "rw.readLock()", "rw.getReadLockCount()", needs=["rw"], groups="lock permit")
receiver("write", L + "ReentrantReadWriteLock$WriteLock", "rw.writeLock()", "rw.isWriteLocked()", needs=["rw"], groups="lock permit")
receiver("stamped", L + "StampedLock", "new StampedLock()", "stamped.isWriteLocked()", groups="lock permit")
receiver("none", J + "Semaphore", "new Semaphore(0)", "none.availablePermits()", groups="permit lock")
receiver("one", J + "Semaphore", "new Semaphore(1, true)", "one.availablePermits()", groups="lock")
receiver("latch", J + "CountDownLatch", "new CountDownLatch(1)", "latch.getCount()", groups="permit lock")
receiver("barrier", J + "CyclicBarrier", "new CyclicBarrier(2, () -> ran = ran + 1)", "barrier.getNumberWaiting()", groups="permit lock")
receiver("phaser", J + "Phaser", "new Phaser(1)", "phaser.getPhase()", groups="permit lock")
receiver("exchanger", J + "Exchanger", "new Exchanger()", groups="permit lock")

# Futures and executors.
receiver("future", J + "FutureTask", "new FutureTask(() -> 7)", "future.isDone()", groups="permit future")
receiver("completable", J + "CompletableFuture", "new CompletableFuture()", "completable.getNow(3)", groups="permit future executor")
receiver("completed", J + "CompletableFuture", 'CompletableFuture.completedFuture("c")', "completed.getNow(3)", groups="future")
receiver("CompletableFuture", J + "CompletableFuture", how="static", groups="executor")
receiver("pool", J + "ThreadPoolExecutor", "new ThreadPoolExecutor(1, 1, 1, TimeUnit.MILLISECONDS, new LinkedBlockingQueue())", "pool.isShutdown()", groups="executor")
receiver("scheduled", J + "ScheduledThreadPoolExecutor", "new ScheduledThreadPoolExecutor(1)", "scheduled.isShutdown()", groups="executor time")
receiver("forkJoin", J + "ForkJoinPool", "new ForkJoinPool(1)", "forkJoin.isShutdown()", groups="executor")
receiver("completions", J + "ExecutorCompletionService", "new ExecutorCompletionService(Runnable::run)", groups="future")
receiver("timer", "java.util.Timer", "new Timer(true)", groups="time executor")
receiver("task", "java.util.TimerTask", "new TimerTask() { public void run() { ran = ran + 1; } }", groups="time")
receiver("publisher", J + "SubmissionPublisher", "new SubmissionPublisher(Runnable::run, 2)", "publisher.isClosed()", groups="executor")

# Collections.
for kind, start in [("ArrayBlockingQueue", '(1)'), ("LinkedBlockingQueue", "(1)"), ("LinkedBlockingDeque", "(1)"), ("PriorityBlockingQueue", "()"), ("DelayQueue", "()"), ("SynchronousQueue", "()"),
                    ("LinkedTransferQueue", "()"), ("ConcurrentLinkedQueue", '(List.of("x"))'), ("ConcurrentLinkedDeque", '(List.of("x"))'), ("ConcurrentHashMap", '(Map.of("x", "y"))'),
                    ("ConcurrentSkipListMap", '(Map.of("x", "y"))'), ("ConcurrentSkipListSet", '(List.of("x"))'), ("CopyOnWriteArrayList", '(List.of("x"))'), ("CopyOnWriteArraySet", '(List.of("x"))')]:
    receiver("c" + kind, J + kind, "new %s%s" % (kind, start), "c" + kind, groups="permit time" if kind in ("SynchronousQueue", "LinkedBlockingQueue", "LinkedTransferQueue") else "")
receiver("vector", "java.util.Vector", 'new Vector(List.of("x"))', "vector")
receiver("table", "java.util.Hashtable", 'new Hashtable(Map.of("x", "y"))', "table")
receiver("array", "java.lang.Object", "new int[2]", how="value")
receiver("start", "java.lang.Object", "System.nanoTime()", how="value")
receiver("parks", "java.lang.Thread", "new Thread(() -> { LockSupport.park(); ran = ran + 1; })", how="value")
# Its queue is made by code of an executor, and the program works on it, too. It has no workers, so that full search ends.
receiver("idle", J + "ThreadPoolExecutor", "(ThreadPoolExecutor) Executors.newFixedThreadPool(1, c -> null)", "idle.getQueue().size()", how="value")
receiver("job", "java.lang.Runnable", "() -> { }", how="value")
receiver("map", "java.util.Map", 'Collections.synchronizedMap(new HashMap(Map.of("x", "y")))', "map")

# Operations that are more than one call, or none: name, expression or statement, receivers, groups.
EXTRA = [
    ("elapsed", "time", "{ long t = System.nanoTime(); r = System.nanoTime() - t >= 1_000_000; }", ()),
    ("elapsedMillis", "time", "{ long t = System.currentTimeMillis(); r = System.currentTimeMillis() > t; }", ()),
    ("instant", "time", "{ java.time.Instant t = java.time.Instant.now(); r = java.time.Instant.now().isAfter(t); }", ()),
    # "elapses" beside "sleeps", and "overlaps" beside itself: what a JVM shows of time, full search has as well (Pair.on_java).
    ("elapsedMicro", "time elapses", "{ long t = System.nanoTime(); int n = 0; for (int i = 0; i < 1000; i++) n += i; r = System.nanoTime() - t >= 1_000 + n * 0; }", ()),
    ("sleepOne", "time sleeps", "Thread.sleep(1);", ()),
    ("sleepThenElapsed", "time overlaps", "{ Thread.sleep(5); r = System.nanoTime() - (Long) start >= 10_000_000; }", ("start",)),
    # "waited" beside itself: of time that has passed for sure, a JVM shows what full search has.
    ("sleepThenPassed", "time waited", "{ long t = System.nanoTime(); Thread.sleep(2); r = System.nanoTime() - t >= 2_000_000; }", ()),
    ("sleepThenPassedMillis", "time waited", "{ long t = System.currentTimeMillis(); Thread.sleep(3); r = System.currentTimeMillis() > t; }", ()),
    ("elapsedWait", "time permit", "{ long t = System.nanoTime(); synchronized (lock) { lock.wait(1); } r = System.nanoTime() - t >= 1_000_000; }", ("lock",)),
    ("plainWrite", "thread permit lock property", "{ ran = ran + 1; }", ()),
    ("plainSet", "thread permit lock property", "{ ran = 9; }", ()),
    ("addToElement", "elements", "{ int[] e = (int[]) array; e[0] = e[0] + 1; r = e[0]; }", ("array",)),
    ("writeElements", "elements", "{ int[] e = (int[]) array; e[0] = 2; e[1] = 2; }", ("array",)),
    ("copyElements", "elements", "{ int[] e = ((int[]) array).clone(); r = e[0] + 10 * e[1]; }", ("array",)),
    ("plainRead", "thread permit lock executor", "r = ran;", ()),
    ("parkAfterAcquire", "permit", "{ none.acquire(); LockSupport.park(); }", ("none",)),
    ("parkAfterLatch", "permit", "{ latch.await(); LockSupport.park(); }", ("latch",)),
    ("parkTwice", "permit", "{ LockSupport.park(); LockSupport.park(); }", ()),
    ("unparkTwice", "permit", "{ LockSupport.unpark(OTHER); LockSupport.unpark(OTHER); }", ()),
    ("parkClearPark", "permit", "{ LockSupport.unpark(Thread.currentThread()); LockSupport.park(); Thread.interrupted(); LockSupport.park(); }", ()),
    ("unparkAfterRelease", "permit", "{ none.release(); LockSupport.unpark(OTHER); }", ("none",)),
    ("interruptAfterRelease", "permit", "{ none.release(); OTHER.interrupt(); r = OTHER.isInterrupted(); }", ("none",)),
    ("unparkUnstarted", "permit thread", "LockSupport.unpark(parks);", ("parks",)),
    ("startParks", "permit thread", "parks.start();", ("parks",)),
    # Two ways to one state, but for the permit.
    ("parkAfterWrite", "permit", "{ ran = 9; LockSupport.park(); }", ()),
    ("parkAfterLateWrite", "permit", '{ String.format("%d", 1); ran = 9; LockSupport.park(); r = 2; }', ()),
    ("unparkIfWritten", "permit", "{ if (ran == 9) LockSupport.unpark(OTHER); }", ()),
    ("unparkUnlessWritten", "permit", "{ if (ran != 9) LockSupport.unpark(OTHER); }", ()),
    ("stateOfOther", "permit thread lock", "r = OTHER.getState();", ()),
    ("blockerOfOther", "permit thread lock", "r = LockSupport.getBlocker(OTHER) != null;", ()),
    ("traceOfOther", "permit thread lock", "r = OTHER.getStackTrace().length > 0;", ()),
    ("initNested", "class", "r = Nested.value;", ()),
    ("initLeft", "class", "r = Left.value;", ()),
    ("initRight", "class", "r = Right.value;", ()),
    ("initShows", "class thread", "r = Shows.value;", ()),
    ("initNamed", "class", "r = Named.by;", ()),
    ("initTraced", "class", "r = Traced.by;", ()),
    ("initFails", "class", "r = Fails.value;", ()),
    ("initByName", "class", "r = Class.forName(Nested.class.getName());", ()),
    ("throws", "thread", "throw new Uncaught();", ()),
    ("setHandlerOfOther", "thread", "OTHER.setUncaughtExceptionHandler((t, e) -> ran = 5);", ()),
    # What the classes of the program do not tell before it is done.
    ("setHandlerByName", "thread", 'Thread.class.getMethod("setUncaughtExceptionHandler", Thread.UncaughtExceptionHandler.class).invoke(OTHER, (Thread.UncaughtExceptionHandler) (t, e) -> ran = 5);', ()),
    ("interruptMainByName", "thread", 'Thread.class.getMethod("interrupt").invoke(MAIN);', ()),
    ("startDaemonByName", "runtime thread output",
     '{ Thread d = new Thread(() -> out.println(7)); Thread.class.getMethod("setDaemon", boolean.class).invoke(d, true); d.start(); }', ()),
    ("setDefaultHandler", "thread", "Thread.setDefaultUncaughtExceptionHandler((t, e) -> ran = 6);", ()),
    ("hook", "runtime thread output", "Runtime.getRuntime().addShutdownHook(new Thread(() -> out.println(ran)));", ()),
    ("exit", "runtime thread output", "System.exit(3);", ()),
    ("startDaemon", "runtime thread output", "{ Thread d = new Thread(() -> out.println(7)); d.setDaemon(true); d.start(); }", ()),
    ("printsTwice", "output", '{ System.out.print("a"); System.out.print("b"); }', ()),
    ("printsTwiceRaw", "output", '{ FileOutputStream f = new FileOutputStream(FileDescriptor.out); f.write(65); f.write(66); }', ()),
    ("printsTwiceOnBoth", "output", '{ System.err.print("e"); System.out.print("o"); }', ()),
    ("format", "output property", 'r = String.format("%,d %s", 1234567, ran);', ()),
    ("integerProperty", "property", 'r = Integer.getInteger("p", 4);', ()),
    ("booleanProperty", "property", 'r = Boolean.getBoolean("p");', ()),
    ("upper", "property", 'r = "title".toUpperCase();', ()),
    ("lockAndWrite", "lock", "{ rlock.lock(); try { ran = ran + 1; } finally { rlock.unlock(); } }", ("rlock",)),
    ("lockAndAskQueue", "lock", "{ rlock.lock(); try { r = rlock.hasQueuedThreads(); } finally { rlock.unlock(); } }", ("rlock",)),
    ("lockAndAskQueueByName", "lock", '{ rlock.lock(); try { r = ReentrantLock.class.getMethod("hasQueuedThreads").invoke(rlock); } finally { rlock.unlock(); } }', ("rlock",)),
    # No class of the program has the name as a constant.
    ("lockAndAskQueueByParts", "lock", '{ rlock.lock(); try { r = ReentrantLock.class.getMethod("hasQueued".concat("Threads")).invoke(rlock); } finally { rlock.unlock(); } }', ("rlock",)),
    ("conditionAwait", "lock permit", "{ rlock.lock(); try { condition.await(); ran = ran + 1; } finally { rlock.unlock(); } }", ("condition",)),
    ("conditionTimed", "lock permit", "{ rlock.lock(); try { r = condition.await(1, TimeUnit.MILLISECONDS); } finally { rlock.unlock(); } }", ("condition",)),
    ("conditionSignal", "lock permit", "{ rlock.lock(); try { condition.signal(); } finally { rlock.unlock(); } }", ("condition",)),
    ("scheduleGet", "executor time", "r = scheduled.schedule(() -> 1, 1, TimeUnit.MILLISECONDS).get();", ("scheduled",)),
    ("submitGet", "executor", "r = pool.submit(() -> ran).get();", ("pool",)),
    ("forkJoinGet", "executor", "r = forkJoin.submit(() -> ran).get();", ("forkJoin",)),
    ("askShutdown", "executor", 'r = pool.isShutdown() + " " + pool.isTerminated();', ("pool",)),
    ("shutdownAwait", "executor", "{ pool.shutdown(); r = pool.awaitTermination(1, TimeUnit.MILLISECONDS); }", ("pool",)),
    ("queueRemoved", "queue", "r = idle.remove(job);", ("idle", "job")),
    ("queueContains", "queue", "r = idle.getQueue().contains(job);", ("idle", "job")),
    ("queueRemove", "queue", "r = idle.getQueue().remove(job);", ("idle", "job")),
    ("queuePoll", "queue", "r = idle.getQueue().poll() != null;", ("idle",)),
    ("queuePut", "queue", "r = idle.getQueue().offer(job);", ("idle", "job")),
    ("queueAdd", "queue", "idle.getQueue().add(job);", ("idle", "job")),
    ("queueTwoLooks", "queue", "r = idle.getQueue().contains(job) + \" \" + idle.getQueue().contains(job);", ("idle", "job")),
    ("queueClear", "queue", "idle.getQueue().clear();", ("idle",)),
    ("runAsync", "executor", "CompletableFuture.runAsync(() -> ran = ran + 1).join();", ()),
    ("parallelStream", "executor", "r = java.util.stream.IntStream.range(0, 3).parallel().map(x -> x + ran).sum();", ()),
    ("strings", "adder", '{ StringBuilder b = new StringBuilder(); b.append(ran); r = b.toString().intern() == "0"; }', ()),
    ("uuid", "adder", "r = Math.random() < 0.5;", ()),
]

# Methods that are no operation of the program under test: they end on no JVM, or answer numbers that are another in each run.
SKIPPED = {("java.lang.System", "identityHashCode"), ("java.lang.System", "getenv"), ("java.lang.Thread", "getId"), ("java.lang.Thread", "threadId"), ("java.lang.Runtime", "exec"), ("java.lang.Thread", "getAllStackTraces"),
           ("java.lang.Thread", "dumpStack"), ("java.lang.System", "getProperties"), ("java.lang.Runtime", "load"), ("java.lang.Runtime", "loadLibrary")}
OBJECT = {"hashCode", "equals", "getClass"}
MONITOR = {"wait", "notify", "notifyAll"}
# Receivers whose monitors are operations, too: those of other objects are like that of `lock`.
MONITORS = {"lock", "fresh", "OTHER", "SELF.class", "ended"}

# Arguments by type; the first is taken, and the others once each.
VALUES = {
    "int": ["1", "0"], "long": ["1L", "0L"], "short": ["(short) 1"], "byte": ["(byte) 1"], "boolean": ["true", "false"], "double": ["1.0"], "float": ["1f"], "char": ["'c'"],
    "java.lang.Object": ['"x"', "null"], "java.lang.String": ['"p"', '"x"'], "java.lang.CharSequence": ['"p"'], "java.lang.Comparable": ['"x"'], "java.lang.Integer": ["1"],
    "java.lang.Thread": ["OTHER", "MAIN"], J + "TimeUnit": ["TimeUnit.MILLISECONDS"], "java.lang.Runnable": ["() -> ran = ran + 1"], J + "Callable": ["() -> 7"],
    "java.util.function.Supplier": ["() -> 8"], "java.util.function.Function": ["v -> v"], "java.util.function.BiFunction": ['(v, w) -> w == null ? "z" : w'],
    "java.util.function.UnaryOperator": ['v -> v + "u"'], "java.util.function.BinaryOperator": ['(v, w) -> "b" + w'], "java.util.function.Consumer": ["v -> ran = ran + 1"],
    "java.util.function.BiConsumer": ["(v, w) -> ran = ran + 1"], "java.util.function.Predicate": ["v -> true"], "java.util.function.IntUnaryOperator": ["v -> v + 2"],
    "java.util.function.IntBinaryOperator": ["(v, w) -> v + 3 * w"], "java.util.function.LongUnaryOperator": ["v -> v + 2"], "java.util.function.LongBinaryOperator": ["(v, w) -> v + 3 * w"],
    "java.util.function.ToLongFunction": ["v -> 2L"], "java.util.function.ToIntFunction": ["v -> 2"], "java.util.function.BiPredicate": ["(v, w) -> false"],
    "java.util.Collection": ['List.of("x", "w")', "new ArrayList()"], "java.util.Map": ['Map.of("x", "v", "w", "v")'], "java.time.Duration": ["java.time.Duration.ofMillis(1)"],
    "java.lang.Class": ["String.class"], "java.lang.Throwable": ["new IllegalStateException()"], J + "Executor": ["Runnable::run"], "java.lang.Object[]": ["new Object[1]"],
    "java.io.PrintStream": ["new PrintStream(new ByteArrayOutputStream())"], "java.util.Locale": ["Locale.GERMANY"], "java.lang.Thread.UncaughtExceptionHandler": ["(t, e) -> ran = ran + 1"],
    J + "CompletionStage": ['CompletableFuture.completedFuture("y")'], "java.lang.ClassLoader": ["SELF.class.getClassLoader()"], "byte[]": ["new byte[] { 65, 66 }"], "char[]": ["new char[] { 'd' }"],
    "java.util.concurrent.TimeUnit": ["TimeUnit.MILLISECONDS"], "java.util.TimerTask": ["new TimerTask() { public void run() { ran = ran + 1; } }"], "java.lang.Thread[]": ["new Thread[3]"],
    "java.util.function.IntFunction": ["v -> new Object[v]"], J + "ForkJoinTask": ["ForkJoinTask.adapt(() -> ran = ran + 1)"], L + "Condition": ["null"],
    J + "CompletableFuture[]": ['new CompletableFuture[] { CompletableFuture.completedFuture("d") }'], "java.util.Properties": ["new Properties()"],
}


def of_type(type):
    return VALUES.get(type) or ["null"]
