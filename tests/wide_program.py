"""Random small programs over as much of Java as two to four threads can share. Nothing in here is written with a reduction in mind: a feature is a thing that programs share, the statements
that use it, and what main looks at in the end; a program draws one to three features, and its threads statements of any of them.

In a statement `@ = E` records E as a result, T is another thread of the program, K a small number, and {} stands for another statement."""
import random
import re

HEAD = """import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"unchecked", "rawtypes", "removal", "deprecation"})
public class %s {
  static final PrintStream out = System.out;
"""
TAIL = """  static String show(Object o) {
    if (o == null) return "-";
    if (o instanceof String || o instanceof Number || o instanceof Boolean || o instanceof Character || o instanceof Enum || o instanceof Collection || o instanceof Map) return String.valueOf(o);
    if (o instanceof int[]) return Arrays.toString((int[]) o);
    if (o instanceof Throwable) return o.getClass().getSimpleName();
    return "o";
  }
}
"""


class Feature:
    """fields: (type, name, initial value or None), shared; members: other declarations of the class; statements; probe: expressions that main prints in the end.
    weight: how much full search has to do for a statement (1: an access; 4: code of the JDK's). on_java: what `java` shows must be among jmc's outcomes; `ends`: it may end the JVM."""

    def __init__(self, name, fields, statements, members="", probe=(), weight=1, on_java=True, ends=False, least=17, blocks=()):
        self.name, self.fields, self.statements, self.members, self.probe = name, fields, statements, members, probe
        self.weight, self.on_java, self.ends, self.least, self.blocks = weight, on_java, ends, least, blocks


F = Feature
FEATURES = [
    F("plain", [("int", "x", None), ("int", "y", None)], ["x = K;", "@ = x;", "x++;", "y = x + 1;", "@ = y;", "y = K;", "@ = x + 10 * y;", "if (x == 0) y = K; else y = x;"], probe=["x", "y"]),
    F("long", [("long", "big", None), ("Object", "ref", None), ("boolean", "flag", None)],
      ["big += K;", "@ = big;", "ref = K;", "@ = ref;", "flag = !flag;", "if (!flag) { flag = true; @ = 1; }", "ref = ref == null ? (Object) \"s\" : null;"], probe=["big", "ref", "flag"]),
    F("volatile", [("volatile int", "v", None), ("volatile boolean", "w", None)], ["v = K;", "@ = v;", "v++;", "w = true;", "@ = w;", "if (w) @ = v;", "v = v == 1 ? 5 : v + 1;"], probe=["v", "w"],
      blocks=["if (w) {}", "if (v == 0) {}"]),
    F("published", [("Box", "box", None)], ["box = new Box(K);", "{ Box q = box; @ = q == null ? -1 : q.a * 10 + q.b; }", "{ Box q = box; if (q != null) q.b++; }", "box = null;", "@ = box.a;"],
      members="  static class Box { final int a; int b; Box next; Box(int a) { this.a = a; b = a + 1; } }\n", probe=["box == null ? null : box.b"]),
    F("arrays", [("int[]", "arr", "new int[3]"), ("long[]", "larr", "new long[2]")],
      ["arr[K % 3] = K;", "@ = arr[K % 3];", "arr[0]++;", "System.arraycopy(arr, 0, arr, 1, 2);", "@ = arr.clone();", "Arrays.fill(arr, K);", "@ = Arrays.hashCode(arr);", "larr[K % 2] += arr[0];", "@ = Arrays.copyOf(arr, 2);",
       "{ int i = arr[1]; arr[i] = 1; }"], probe=["arr", "larr[0]"]),
    F("atomics", [("AtomicInteger", "ai", "new AtomicInteger()"), ("AtomicReference<Object>", "ar", "new AtomicReference<>()")],
      ["ai.incrementAndGet();", "@ = ai.getAndAdd(K);", "@ = ai.compareAndSet(0, K);", "@ = ai.get();", "ai.set(K);", "ai.lazySet(K);", "@ = ai.updateAndGet(q -> 2 * q + 1);", "@ = ar.getAndSet(\"K\");", "@ = ar.compareAndSet(null, \"K\");",
       "@ = ar.get();", "@ = ai.getPlain();", "ai.setPlain(K);"], probe=["ai.get()", "ar.get()"], blocks=["if (ai.compareAndSet(0, 1)) {}"]),
    F("atomic arrays", [("AtomicIntegerArray", "aia", "new AtomicIntegerArray(2)"), ("AtomicStampedReference<String>", "stamp", "new AtomicStampedReference<>(\"a\", 0)"), ("AtomicBoolean", "once", "new AtomicBoolean()")],
      ["@ = aia.getAndIncrement(K % 2);", "aia.set(0, K);", "@ = aia.get(0) * 10 + aia.get(1);", "@ = stamp.compareAndSet(\"a\", \"b\", 0, K);", "@ = stamp.getStamp();", "stamp.set(\"c\", 2);", "@ = once.getAndSet(true);",
       "@ = stamp.attemptStamp(\"a\", 7);"], probe=["aia.get(0)", "stamp.getStamp()"], blocks=["if (!once.getAndSet(true)) {}"]),
    F("updaters", [("Up", "up", "new Up()")], ["@ = Up.U.incrementAndGet(up);", "up.n = K;", "@ = up.n;", "@ = Up.U.compareAndSet(up, 0, K);", "@ = Up.R.getAndSet(up, \"K\");", "@ = up.s;"],
      members="""  static class Up { volatile int n; volatile String s; static final AtomicIntegerFieldUpdater<Up> U = AtomicIntegerFieldUpdater.newUpdater(Up.class, "n");
    static final AtomicReferenceFieldUpdater<Up, String> R = AtomicReferenceFieldUpdater.newUpdater(Up.class, String.class, "s"); }\n""", probe=["up.n", "up.s"]),
    F("adders", [("LongAdder", "adder", "new LongAdder()"), ("LongAccumulator", "acc", "new LongAccumulator(Math::max, 0)"), ("DoubleAdder", "dadder", "new DoubleAdder()")],
      ["adder.increment();", "adder.add(K);", "@ = adder.sum();", "@ = adder.sumThenReset();", "adder.reset();", "@ = adder.intValue();", "@ = \"\" + adder;", "acc.accumulate(K);", "@ = acc.get();", "@ = acc.getThenReset();", "dadder.add(K);", "@ = dadder.sum();",
       "if (adder.sum() == 0) adder.add(5);"], probe=["adder.sum()", "acc.get()", "dadder.sum()"]),
    F("var handles", [("int", "h", None), ("int[]", "harr", "new int[2]")],
      ["@ = (int) H.getAndAdd(K);", "H.setRelease(K);", "@ = (int) H.getAcquire();", "@ = (int) H.getOpaque();", "H.setOpaque(K);", "@ = H.compareAndSet(0, K);", "@ = (int) H.compareAndExchange(0, K);", "@ = H.weakCompareAndSetPlain(0, K);",
       "@ = (int) H.getVolatile();", "H.setVolatile(K);", "@ = (int) H.get();", "H.set(K);", "@ = (int) HA.getAndBitwiseOr(harr, 0, 1 << K);", "HA.setRelease(harr, 1, K);", "@ = (int) HA.getAcquire(harr, 1);", "VarHandle.fullFence();",
       "@ = (int) H.getAndSetAcquire(K);", "h++;"],
      members="  static final VarHandle H, HA;\n  static { try { H = MethodHandles.lookup().findStaticVarHandle(NAME.class, \"h\", int.class); HA = MethodHandles.arrayElementVarHandle(int[].class); } catch (ReflectiveOperationException e) { throw new Error(e); } }\n",
      probe=["h", "harr"]),
    F("reentrant", [("ReentrantLock", "lock", "new ReentrantLock()"), ("Condition", "cond", "lock.newCondition()")],
      ["@ = lock.tryLock();", "@ = lock.isLocked();", "@ = lock.hasQueuedThreads();", "@ = lock.hasQueuedThread(T);", "@ = lock.tryLock(1, TimeUnit.MILLISECONDS);", "@ = lock.getQueueLength();", "lock.lockInterruptibly();", "lock.lock();", "lock.unlock();",
       "{ lock.lock(); try { @ = cond.await(1, TimeUnit.MILLISECONDS); } finally { lock.unlock(); } }", "{ lock.lock(); try { cond.await(); } finally { lock.unlock(); } }", "{ lock.lock(); try { cond.signalAll(); } finally { lock.unlock(); } }",
       "{ lock.lock(); try { @ = lock.hasWaiters(cond); cond.signal(); } finally { lock.unlock(); } }", "{ lock.lock(); try { cond.awaitUninterruptibly(); } finally { lock.unlock(); } }"],
      probe=["lock.isLocked()"], weight=3, blocks=["lock.lock(); try { {} } finally { lock.unlock(); }", "if (lock.tryLock()) try { {} } finally { lock.unlock(); }"]),
    F("fair", [("ReentrantLock", "fair", "new ReentrantLock(true)"), ("Semaphore", "fsem", "new Semaphore(1, true)")], ["@ = fair.hasQueuedThreads();", "@ = fair.tryLock();", "@ = fsem.tryAcquire();", "fsem.acquire();", "fsem.release();", "@ = fsem.tryAcquire(1, TimeUnit.MILLISECONDS);"],
      probe=["fair.isLocked()", "fsem.availablePermits()"], weight=3, blocks=["fair.lock(); try { {} } finally { fair.unlock(); }", "fsem.acquire(); try { {} } finally { fsem.release(); }"]),
    F("read-write", [("ReentrantReadWriteLock", "rw", "new ReentrantReadWriteLock()")], ["@ = rw.getReadLockCount();", "@ = rw.isWriteLocked();", "@ = rw.writeLock().tryLock();", "@ = rw.readLock().tryLock();", "@ = rw.hasQueuedThreads();", "@ = rw.getReadHoldCount();"],
      probe=["rw.getReadLockCount()", "rw.isWriteLocked()"], weight=3, blocks=["rw.readLock().lock(); try { {} } finally { rw.readLock().unlock(); }", "rw.writeLock().lock(); try { {} } finally { rw.writeLock().unlock(); }"]),
    F("stamped", [("StampedLock", "sl", "new StampedLock()"), ("int", "guarded", None)],
      ["{ long s = sl.tryOptimisticRead(); int g = guarded; @ = sl.validate(s) ? g : -1; }", "{ long s = sl.writeLock(); guarded++; sl.unlockWrite(s); }", "{ long s = sl.readLock(); @ = guarded; sl.unlockRead(s); }", "@ = sl.tryWriteLock() != 0;", "@ = sl.isReadLocked();",
       "{ long s = sl.readLock(); long t = sl.tryConvertToWriteLock(s); @ = t != 0; if (t != 0) { guarded += 5; s = t; } sl.unlock(s); }", "@ = sl.tryReadLock(1, TimeUnit.MILLISECONDS) != 0;"],
      probe=["guarded", "sl.isWriteLocked()"], weight=3, blocks=["sl.writeLock(); try { {} } finally { sl.tryUnlockWrite(); }"]),
    F("semaphore", [("Semaphore", "sem", "new Semaphore(0)"), ("CountDownLatch", "latch", "new CountDownLatch(1)")],
      ["sem.acquire();", "sem.release();", "@ = sem.tryAcquire();", "@ = sem.availablePermits();", "@ = sem.drainPermits();", "sem.release(2);", "sem.acquireUninterruptibly();", "@ = sem.hasQueuedThreads();", "@ = sem.tryAcquire(1, TimeUnit.MILLISECONDS);", "latch.countDown();", "latch.await();",
       "@ = latch.await(1, TimeUnit.MILLISECONDS);", "@ = latch.getCount();"], probe=["sem.availablePermits()", "latch.getCount()"], weight=2),
    F("barriers", [("CyclicBarrier", "barrier", "new CyclicBarrier(2)"), ("Phaser", "phaser", "new Phaser(2)"), ("Exchanger<Integer>", "exchanger", "new Exchanger<>()")],
      ["@ = barrier.await();", "@ = barrier.getNumberWaiting();", "barrier.reset();", "@ = barrier.isBroken();", "@ = barrier.await(1, TimeUnit.MILLISECONDS);", "@ = phaser.arrive();", "@ = phaser.arriveAndAwaitAdvance();", "@ = phaser.arriveAndDeregister();", "@ = phaser.getPhase();",
       "@ = phaser.awaitAdvance(0);", "phaser.forceTermination();", "@ = exchanger.exchange(K);", "@ = exchanger.exchange(K, 1, TimeUnit.MILLISECONDS);"], probe=["barrier.isBroken()", "phaser.getPhase()"], weight=4),
    F("permits", [], ["LockSupport.park();", "LockSupport.unpark(T);", "LockSupport.parkNanos(1000);", "LockSupport.unpark(Thread.currentThread());", "@ = LockSupport.getBlocker(T) != null;", "LockSupport.park(new Object());"]),
    F("interrupts", [], ["T.interrupt();", "@ = Thread.interrupted();", "@ = Thread.currentThread().isInterrupted();", "@ = T.isInterrupted();", "Thread.currentThread().interrupt();", "Thread.sleep(1);"]),
    F("joins", [], ["T.join(1);", "T.join();", "@ = T.isAlive();", "@ = T.getState();", "T.join(0, 1);", "@ = T.getName();", "T.setName(\"n\");", "Thread.yield();"], weight=2),
    F("monitors", [("Object", "mon", "new Object()"), ("int", "turn", None)],
      ["synchronized (mon) { mon.wait(1); }", "synchronized (mon) { mon.wait(); }", "synchronized (mon) { mon.notify(); }", "synchronized (mon) { mon.notifyAll(); turn++; }", "synchronized (mon) { while (turn == 0) mon.wait(); @ = turn; }", "@ = Thread.holdsLock(mon);", "mon.notify();",
       "synchronized (mon) { turn++; @ = turn; }", "turn++;", "@ = turn;"], probe=["turn"], weight=2, blocks=["synchronized (mon) { {} }", "synchronized (NAME.class) { {} }", "synchronized (T) { {} }"]),
    F("thread monitors", [], ["synchronized (T) { T.wait(1); }", "synchronized (T) { T.notifyAll(); }", "synchronized (T) { T.wait(); }", "synchronized (Thread.currentThread()) { Thread.currentThread().notify(); }", "synchronized (T) { @ = T.isAlive(); }"], weight=2),
    F("synchronized methods", [("Acc", "account", "new Acc()")], ["account.put(K);", "@ = account.take();", "@ = account.look();", "Acc.count();", "@ = Acc.n;"],
      members="  static class Acc { int b; static int n; synchronized void put(int k) { b += k; notifyAll(); } synchronized int take() throws InterruptedException { while (b == 0) wait(); return b--; } int look() { return b; } static synchronized void count() { n++; } }\n",
      probe=["account.b", "Acc.n"], weight=2),
    F("pool", [("ExecutorService", "pool", "Executors.newFixedThreadPool(1)"), ("int", "px", None)], ["@ = pool.submit(() -> px++).get();", "pool.execute(() -> px = K);", "pool.shutdown();", "@ = pool.shutdownNow().size();", "@ = pool.isTerminated();", "@ = px;", "@ = pool.awaitTermination(1, TimeUnit.MILLISECONDS);",
       "@ = pool.submit(() -> { px += 5; }).cancel(false);", "@ = pool.invokeAll(List.of(() -> 1, () -> px)).get(1).get();", "px = K;"], probe=["px"], weight=9, blocks=["pool.execute(() -> { try { {} } catch (Throwable e) { } });"]),
    F("two workers", [("ExecutorService", "pool2", "Executors.newCachedThreadPool()"), ("volatile int", "pv", None)], ["pool2.execute(() -> pv++);", "@ = pool2.submit(() -> pv).get();", "pool2.shutdown();", "pv = K;", "@ = pv;"], probe=["pv"], weight=9),
    F("scheduled", [("ScheduledExecutorService", "sched", "Executors.newScheduledThreadPool(1)"), ("volatile int", "sv", None)],
      ["@ = sched.schedule(() -> sv, 1, TimeUnit.MILLISECONDS).get();", "sched.shutdown();", "sched.schedule(() -> { sv = K; }, 1, TimeUnit.MILLISECONDS);", "@ = sv;", "sv = K;", "@ = sched.isShutdown();", "sched.execute(() -> sv++);"], probe=["sv"], weight=9),
    F("fork/join", [("ForkJoinPool", "fj", "new ForkJoinPool(1)"), ("volatile int", "fv", None)], ["@ = fj.submit(() -> ++fv).get();", "@ = fj.invoke(new Sum(3));", "fj.execute(() -> fv = K);", "@ = fv;", "fj.shutdown();", "@ = ForkJoinTask.adapt(() -> fv++).fork().join();"],
      members="  static class Sum extends RecursiveTask<Integer> { final int n; Sum(int n) { this.n = n; } protected Integer compute() { if (n < 2) return n; Sum a = new Sum(n - 1); a.fork(); return a.join() + n; } }\n", probe=["fv"], weight=9),
    F("futures", [("CompletableFuture<Integer>", "cf", "new CompletableFuture<>()"), ("int", "done", None)],
      ["@ = cf.complete(K);", "@ = cf.getNow(-1);", "@ = cf.isDone();", "cf.thenAccept(q -> done += q);", "@ = cf.thenApply(q -> q + 1).getNow(-2);", "@ = cf.cancel(true);", "@ = cf.completeExceptionally(new IOException());", "@ = cf.get();", "@ = cf.join();", "@ = cf.get(1, TimeUnit.MILLISECONDS);",
       "cf.whenComplete((q, e) -> done = e == null ? 1 : 2);", "@ = cf.getNumberOfDependents();", "cf.obtrudeValue(K);", "@ = cf.isCompletedExceptionally();"], probe=["cf.isDone()", "done"], weight=4),
    F("chains", [("CompletableFuture<Integer>", "c1", "new CompletableFuture<>()"), ("CompletableFuture<Integer>", "c2", "new CompletableFuture<>()"), ("CompletableFuture<Integer>", "both", "c1.thenCombine(c2, (p, q) -> 10 * p + q)"), ("CompletableFuture<Object>", "any", "c1.applyToEither(c2, q -> q)")],
      ["c1.complete(K);", "c2.complete(K);", "@ = both.getNow(-1);", "@ = any.getNow(-1);", "@ = both.join();", "c2.completeExceptionally(new IllegalStateException());", "@ = any.get();"], probe=["both.isDone()"], weight=4),
    F("task", [("FutureTask<Integer>", "ft", "new FutureTask<>(() -> 7)")], ["ft.run();", "@ = ft.get();", "@ = ft.cancel(true);", "@ = ft.isDone();", "@ = ft.get(1, TimeUnit.MILLISECONDS);", "@ = ft.isCancelled();"], probe=["ft.isDone()"], weight=3),
    F("streams", [("int", "sx", None)], ["@ = IntStream.range(0, 3).parallel().map(q -> q + sx).sum();", "sx = K;", "@ = Stream.of(1, 2).parallel().reduce(0, Integer::sum);", "IntStream.range(0, 2).parallel().forEach(q -> sx++);"], probe=["sx"], weight=12),
    F("async", [("volatile int", "ax", None)], ["@ = CompletableFuture.supplyAsync(() -> ax).get();", "CompletableFuture.runAsync(() -> ax = K);", "@ = ax;", "ax++;", "@ = CompletableFuture.supplyAsync(() -> ax + 1).thenApply(q -> 2 * q).join();"], probe=["ax"], weight=12),
    F("virtual", [("int", "vx", None)], ["Thread.startVirtualThread(() -> vx++);", "{ Thread q = Thread.startVirtualThread(() -> vx = K); q.join(); }", "@ = vx;", "vx = K;", "try (var e = Executors.newVirtualThreadPerTaskExecutor()) { @ = e.submit(() -> vx++).get(); }",
       "{ Thread q = Thread.ofVirtual().unstarted(LockSupport::park); q.start(); LockSupport.unpark(q); q.join(); }", "@ = Thread.currentThread().isVirtual();"], probe=["vx"], weight=5, least=21),
    F("maps", [("ConcurrentHashMap<Object, Integer>", "map", "new ConcurrentHashMap<>()")], ["@ = map.put(\"a\", K);", "@ = map.get(\"a\");", "@ = map.putIfAbsent(\"a\", K);", "@ = map.remove(\"a\");", "@ = map.merge(\"a\", K, Integer::sum);", "@ = map.computeIfAbsent(\"a\", q -> 4);", "@ = map.size();", "@ = map.mappingCount();",
       "@ = map.containsKey(\"b\");", "map.put(\"b\", K);", "@ = map.isEmpty();", "map.clear();", "@ = map.compute(\"a\", (p, q) -> q == null ? 1 : null);", "@ = \"\" + map;"], probe=["map"], weight=4),
    F("queues", [("ConcurrentLinkedQueue<Integer>", "clq", "new ConcurrentLinkedQueue<>()"), ("ConcurrentLinkedDeque<Integer>", "cld", "new ConcurrentLinkedDeque<>()")], ["clq.add(K);", "@ = clq.poll();", "@ = clq.size();", "@ = clq.peek();", "@ = clq.remove(K);", "cld.addFirst(K);", "@ = cld.pollLast();", "cld.addLast(K);", "@ = clq.isEmpty();"], probe=["clq", "cld"], weight=4),
    F("blocking queues", [("LinkedBlockingQueue<Integer>", "lbq", "new LinkedBlockingQueue<>(1)"), ("ArrayBlockingQueue<Integer>", "abq", "new ArrayBlockingQueue<>(1)"), ("SynchronousQueue<Integer>", "sq", "new SynchronousQueue<>()")],
      ["lbq.put(K);", "@ = lbq.take();", "@ = lbq.poll();", "@ = lbq.offer(K);", "@ = lbq.size();", "abq.put(K);", "@ = abq.take();", "@ = abq.poll(1, TimeUnit.MILLISECONDS);", "@ = abq.remainingCapacity();", "@ = sq.offer(K);", "@ = sq.poll();", "sq.put(K);", "@ = sq.take();", "@ = sq.poll(1, TimeUnit.MILLISECONDS);", "@ = lbq.contains(K);"],
      probe=["lbq", "abq"], weight=5),
    F("sorted", [("ConcurrentSkipListMap<Integer, Integer>", "csl", "new ConcurrentSkipListMap<>()"), ("CopyOnWriteArrayList<Integer>", "cow", "new CopyOnWriteArrayList<>()")], ["@ = csl.put(K, 1);", "@ = csl.get(K);", "@ = csl.size();", "@ = csl.remove(K);", "@ = csl.firstEntry() == null;", "cow.add(K);", "@ = cow.size();", "@ = cow.addIfAbsent(K);", "for (int q : cow) @ = q;", "@ = csl.isEmpty();"],
      probe=["csl", "cow"], weight=5),
    F("unsafe collections", [("HashMap<Integer, Integer>", "hm", "new HashMap<>()"), ("ArrayList<Integer>", "al", "new ArrayList<>()"), ("List<Integer>", "syn", "Collections.synchronizedList(new ArrayList<>())")], ["hm.put(K, 1);", "@ = hm.get(K);", "@ = hm.size();", "al.add(K);", "@ = al.size();", "for (int q : al) @ = q;", "syn.add(K);", "@ = syn.size();", "if (!syn.contains(K)) syn.add(K);", "@ = al.get(0);"],
      probe=["hm.size()", "al.size()", "syn"], weight=3),
    F("initialisers", [("int", "ix", None)], ["@ = InA.a;", "@ = InB.b;", "@ = Class.forName(\"NAME$InA\").getName().length();", "ix = K;", "@ = ix;", "InB.b = K;", "@ = new InC().c;", "@ = InD.D;", "InA.touch();"],
      members="""  static class InA { static int a = 1 + InB.b; static void touch() { a++; } }
  static class InB { static int b = ix + 1; static int c = InA.a; }
  static class InC { final int c = InA.a; static { ix += 10; } }
  interface InD { int D = ++ix2[0]; default void m() { } }
  static final int[] ix2 = new int[1];
  static class InE implements InD { static { if (ix == 1) throw new IllegalStateException(); } }\n""", probe=["ix", "ix2"], weight=2),
    F("failing initialiser", [("volatile boolean", "fails", "true")], ["fails = false;", "@ = Bad.n;", "new Bad();", "@ = fails;"], members="  static class Bad { static int n = 3; static { if (fails) throw new IllegalStateException(); } }\n", weight=2),
    F("enums and records", [("Point", "point", None), ("int", "ex", None)], ["@ = Color.RED;", "@ = Color.valueOf(\"BLUE\").ordinal();", "point = new Point(K, K);", "@ = point == null ? \"none\" : point.toString();", "@ = new Point(1, 2).equals(point);", "ex = K;", "switch (Color.values()[K % 2]) { case RED: @ = ex; break; default: ex++; }", "@ = Color.made;", "@ = Side.N;"],
      members="  enum Color { RED, BLUE; static int made = ex; static { ex++; } }\n  record Point(int x, int y) { static int count = 0; Point { count++; } }\n  interface Side { int N = ex * 10; }\n", probe=["ex", "Point.count"], weight=2),
    F("handlers", [("int", "hx", None)], ["T.setUncaughtExceptionHandler((p, q) -> hx += 1);", "Thread.setDefaultUncaughtExceptionHandler((p, q) -> hx += 5);", "throw new Uncaught();", "Thread.currentThread().setUncaughtExceptionHandler((p, q) -> hx = 9);", "@ = hx;", "hx = K;", "@ = T.getUncaughtExceptionHandler() == null;",
       "@ = Thread.getDefaultUncaughtExceptionHandler() == null;", "Thread.setDefaultUncaughtExceptionHandler(null);", "T.setUncaughtExceptionHandler(null);"],
      members="  static class Uncaught extends RuntimeException { }\n", probe=["hx"], on_java=False, ends=True),
    F("exits", [("int", "zx", None)], ["System.exit(K);", "Runtime.getRuntime().halt(K);", "Runtime.getRuntime().addShutdownHook(new Thread(() -> out.println(\"hook \" + zx)));", "zx++;", "zx = K;", "@ = zx;", "out.print(\"p\");"], on_java=False, ends=True, weight=2),
    F("daemons", [("int", "dx", None)], ["{ Thread d = new Thread(() -> { dx++; out.print(\"d\"); }); d.setDaemon(true); d.start(); }", "@ = dx;", "dx = K;", "@ = Thread.currentThread().isDaemon();", "{ Thread d = new Thread(() -> dx = K); d.start(); d.join(); }", "{ Thread d = new Thread(() -> dx++); d.start(); }"], probe=["dx"], weight=2),
    F("groups", [("ThreadGroup", "group", "new ThreadGroup(\"g\")"), ("int", "gx", None)], ["{ Thread g = new Thread(group, () -> gx++); g.start(); }", "@ = group.activeCount();", "group.interrupt();", "@ = group.enumerate(new Thread[3]);", "@ = gx;", "@ = Thread.currentThread().getThreadGroup().activeCount();", "group.setMaxPriority(K);", "@ = group.getMaxPriority();"], probe=["gx"], weight=3),
    F("locals", [("ThreadLocal<Integer>", "tl", "ThreadLocal.withInitial(() -> 3)"), ("InheritableThreadLocal<Integer>", "itl", "new InheritableThreadLocal<>()"), ("int", "lx", None)], ["tl.set(K);", "@ = tl.get();", "tl.remove();", "lx = tl.get();", "itl.set(K);", "@ = itl.get();", "{ Thread q = new Thread(() -> lx = itl.get() == null ? -1 : itl.get()); q.start(); q.join(); }", "@ = lx;"], probe=["lx", "tl.get()"], weight=2),
    F("chance", [("Random", "rnd", "new Random()"), ("int", "nx", None)], ["@ = rnd.nextInt(5);", "@ = ThreadLocalRandom.current().nextInt(5);", "nx = K;", "@ = nx;", "@ = Math.random() < 0.5;", "if (rnd.nextBoolean()) nx++;", "@ = new Random().nextInt(3);", "@ = UUID.randomUUID().version();"], probe=["nx"], on_java=False, weight=2),
    F("clock", [("volatile long", "since", None)], ["Thread.sleep(1);", "Thread.sleep(2);", "{ long q = System.nanoTime(); @ = System.nanoTime() - q >= 1_000_000; }", "since = System.nanoTime();", "@ = since != 0 && System.nanoTime() - since >= 1_000_000;", "{ long q = System.currentTimeMillis(); Thread.yield(); @ = System.currentTimeMillis() - q; }", "LockSupport.parkNanos(1_000_000);"], on_java=False),
    F("weak", [("Object", "held", "new Object()"), ("WeakReference<Object>", "weak", "new WeakReference<>(held)"), ("SoftReference<Object>", "soft", "new SoftReference<>(held)")], ["weak.clear();", "@ = weak.get() == null;", "@ = weak.refersTo(held);", "@ = weak.enqueue();", "soft.clear();", "@ = soft.get() == null;", "weak = new WeakReference<>(held);"], probe=["weak.get() == null"]),
    F("output", [], ["out.print(\"K\");", "out.println(\"a\" + K);", "System.out.print('c');", "out.append(\"e\").append(\"f\");", "out.flush();", "System.err.print(K);"], weight=2),
    F("properties", [], ["System.setProperty(\"pr\", \"K\");", "@ = System.getProperty(\"pr\");", "System.clearProperty(\"pr\");", "@ = Integer.getInteger(\"pr\", 0);", "@ = System.getProperties().getProperty(\"pr\", \"none\");", "@ = Boolean.getBoolean(\"pr\");"], weight=4),
    F("texts", [("StringBuffer", "sb", "new StringBuffer()"), ("int", "tx", None)], ["@ = String.format(\"%d\", tx);", "tx = K;", "sb.append(K);", "@ = sb.toString();", "@ = sb.length();", "@ = (\"a\" + tx).intern() == \"a1\";", "sb.reverse();"], probe=["sb.toString()", "tx"], weight=3),
    F("timer", [("Timer", "timer", "new Timer(true)"), ("volatile int", "mx", None)], ["timer.schedule(new TimerTask() { public void run() { mx++; } }, 1);", "timer.cancel();", "@ = mx;", "mx = K;", "@ = timer.purge();"], probe=["mx"], weight=6),
    F("classes", [], ["@ = NAME.class.desiredAssertionStatus();", "NAME.class.getClassLoader().setDefaultAssertionStatus(false);", "NAME.class.getClassLoader().clearAssertionStatus();", "NAME.class.getClassLoader().setClassAssertionStatus(\"NAME\", false);", "@ = NAME.class.getSimpleName().length() > 0;"], on_java=False),
    F("lazy", [("volatile Lazy", "lazy", None), ("Lazy", "unsafe", None)], ["{ Lazy q = lazy; if (q == null) synchronized (NAME.class) { q = lazy; if (q == null) lazy = q = new Lazy(); } @ = q.n; }", "if (unsafe == null) unsafe = new Lazy(); @ = unsafe.n;", "@ = Holder.it.n;", "@ = Lazy.made;", "unsafe = null;"],
      members="  static class Lazy { static int made; int n = ++made; }\n  static class Holder { static final Lazy it = new Lazy(); }\n", probe=["Lazy.made"], weight=2),
    F("spins", [("volatile boolean", "go", None), ("volatile int", "sp", None)], ["go = true;", "while (!go) Thread.onSpinWait();", "for (int q = 0; q < 3 && !go; q++) Thread.yield();", "@ = go;", "sp++;", "while (sp == 0) { }", "@ = sp;"], probe=["sp"]),
    F("references of atomics", [("AtomicReference<Cell>", "top", "new AtomicReference<>()")], ["{ Cell c = new Cell(K); do { c.next = top.get(); } while (!top.compareAndSet(c.next, c)); }", "{ Cell c; do { c = top.get(); } while (c != null && !top.compareAndSet(c, c.next)); @ = c == null ? -1 : c.k; }", "@ = top.get() == null;"],
      members="  static class Cell { final int k; Cell next; Cell(int k) { this.k = k; } }\n", probe=["top.get() == null ? -1 : top.get().k"], weight=2),
]
BLOCKS = ["if (Thread.currentThread() != T) {}", "for (int i = 0; i < 2; i++) {}"]


class Program:
    """The program of a seed for a feature release of the JDK."""

    def __init__(self, seed, release):
        self.rng = rng = random.Random("wide %d" % seed)
        self.name = "Wide%d" % seed
        usable = [f for f in FEATURES if f.least <= release]
        count = rng.choice([1, 1, 2, 2, 2, 3])
        self.features = rng.sample(usable, count)
        budget = rng.choice([6, 9, 14, 20])
        self.threads = rng.choice([2, 2, 2, 3, 3, 4]) if max(f.weight for f in self.features) < 5 else 2
        self.records = []
        self.failed = 0
        self.bodies = []
        for t in range(self.threads):
            body, n = [], rng.choice([1, 1, 2, 2, 3, 4])
            while n and (budget > 0 or not body):
                f = rng.choice(self.features)
                body.append(self.statement(t, rng.choice(self.features) if rng.random() < .2 else f))
                budget -= f.weight
                n -= 1
            self.bodies.append(body)
        self.main = [self.statement(-1, rng.choice(self.features))] if rng.random() < .25 and budget > 0 else []
        self.place = rng.choice(["finals", "finals", "main", "inline"])
        self.style = rng.choice(["array", "array", "locals", "class", "array formats", "runnable"])
        self.order = list(range(self.threads))
        if rng.random() < .4:
            rng.shuffle(self.order)
        self.joins = rng.random() < .9
        self.on_java = all(f.on_java for f in self.features)
        self.ends = any(f.ends for f in self.features)

    def statement(self, thread, feature, depth=0):
        rng = self.rng
        blocks = list(feature.blocks) + (BLOCKS if rng.random() < .1 else [])
        if blocks and depth < 2 and rng.random() < .35:
            inner = " ".join(self.statement(thread, rng.choice(self.features), depth + 1) for _ in range(rng.choice([1, 1, 2])))
            text = rng.choice(blocks).replace("{}", "{ " + inner + " }", 1)
            text = "{ " + text + " }"
        else:
            text = rng.choice(feature.statements)
        others = [i for i in range(self.threads) if i != thread]
        text = re.sub(r"\bT\b", lambda m: "th[%d]" % rng.choice(others), text)
        text = re.sub(r"\bK\b", lambda m: str(rng.randrange(1, 3)), text)
        if "@" in text:
            self.records.append("r%d" % len(self.records))
            text = text.replace("@", self.records[-1])
        return text

    def source(self):
        if not hasattr(self, "text"):
            self.text = self.written()
        return self.text

    def written(self):
        lines = [HEAD % self.name]
        bare = any("throw new Uncaught" in s for b in self.bodies for s in b)
        for f in self.features:
            for type, name, init in f.fields:
                # Fields of primitive types and those that statements assign are never final.
                assigned = init is None or type.startswith("volatile") or name in ("weak", "soft")
                inline = self.place != "main" and init
                lines.append("  static %s%s %s%s;\n" % ("final " if self.place == "finals" and not assigned else "", type, name, " = " + init if inline else ""))
            lines.append(f.members.replace("NAME", self.name))
        lines.append("  static Object %s;\n" % ", ".join(self.records) if self.records else "")
        lines.append("  static final Thread[] th = new Thread[%d];\n" % self.threads)
        codes = []
        for i, body in enumerate(self.bodies):
            parts = []
            for j, s in enumerate(body):
                s = s.replace("NAME", self.name)
                if s.startswith("throw "):
                    parts.append("if (%s.class != null) %s" % (self.name, s))
                else:
                    record = re.search(r"\br\d+\b(?= = )", s)
                    record = record.group() if record else self.failure()
                    parts.append("try { %s } catch (%s e) { %s = e; }" % (s, "Exception" if not bare else "IllegalMonitorStateException | InterruptedException | Sneaky", record) if not bare
                                 else "try { Sneaky.may(); %s } catch (Uncaught e) { throw e; } catch (Exception e) { %s = e; }" % (s, record))
            codes.append("\n        ".join(parts))
        if self.style == "class":
            for i, c in enumerate(codes):
                lines.append("  static class Thread%d extends Thread {\n    public void run() {\n        %s\n    }\n  }\n" % (i, c))
        if bare:
            lines.append("  static class Sneaky { static void may() throws Exception { } }\n")
        lines.append("".join("  static Object %s;\n" % e for e in self.failures()))
        lines.append("  public static void main(String[] args) throws Exception {\n")
        if "formats" in self.style:
            lines.append('    String.format("%d", 1);\n')
        if self.place == "main":
            lines += ["    %s = %s;\n" % (name, init) for f in self.features for type, name, init in f.fields if init]
        for i, c in enumerate(codes):
            made = "new Thread%d()" % i if self.style == "class" else "new Thread(() -> {\n        %s\n    })" % c
            if self.style == "runnable":
                lines.append("    Runnable run%d = () -> {\n        %s\n    };\n" % (i, c))
                made = "new Thread(run%d, \"n%d\")" % (i, i)
            if self.style == "locals":
                lines.append("    Thread t%d = th[%d] = %s;\n" % (i, i, made))
            else:
                lines.append("    th[%d] = %s;\n" % (i, made))
        local = "t%d" if self.style == "locals" else "th[%d]"
        lines += ["    %s.start();\n" % (local % i) for i in self.order]
        for s in self.main:
            s = s.replace("NAME", self.name)
            record = re.search(r"\br\d+\b(?= = )", s)
            lines.append("    try { Class.forName(\"%s\"); %s } catch (Exception e) { %s }\n" % (self.name, s, record.group() + " = e;" if record else "") if not s.startswith("throw") else "")
        lines += ["    %s.join();\n" % (local % i) for i in range(self.threads)]
        shown = self.records + self.failures() + [p for f in self.features for p in f.probe]
        lines.append("    out.println(" + (' + " " + '.join("show(%s)" % s for s in shown) or '"end"') + ");\n")
        # Pools would keep the program alive.
        for f in self.features:
            for type, name, _ in f.fields:
                if type in ("ExecutorService", "ScheduledExecutorService", "ForkJoinPool"):
                    lines.append("    %s.shutdownNow();\n" % name)
        lines.append("  }\n" + TAIL)
        return "".join(lines)

    def failure(self):
        self.failed += 1
        return "e%d" % self.failed

    def failures(self):
        return ["e%d" % (i + 1) for i in range(self.failed)]
