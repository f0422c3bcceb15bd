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
import java.util.function.*;
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
    # How a thing is asked for, other than by a call of its method that stands in the program.
    F("asked otherwise", [("LongAdder", "told", "new LongAdder()"), ("ReentrantLock", "qlock", "new ReentrantLock()"), ("int", "mx2", None)],
      ["{ Predicate<Thread> q = Thread::isAlive; @ = q.test(T); }", "@ = Thread.class.getMethod(\"isAlive\").invoke(T);", "@ = call(ALIVE, T);", "{ Function<Thread, Object> q = Thread::getState; @ = q.apply(T); }", "{ Consumer<Thread> q = Thread::interrupt; q.accept(T); }",
       "Thread.class.getMethod(\"interrupt\").invoke(T);", "{ Supplier<Boolean> q = Thread::interrupted; @ = q.get(); }", "told.increment();", "{ ToLongFunction<LongAdder> q = LongAdder::sum; @ = q.applyAsLong(told); }", "@ = LongAdder.class.getMethod(\"longValue\").invoke(told);",
       "@ = ((Number) told).intValue();", "{ Predicate<ReentrantLock> q = ReentrantLock::hasQueuedThreads; @ = q.test(qlock); }", "{ Runnable q = LockSupport::park; q.run(); }", "{ Consumer<Thread> q = LockSupport::unpark; q.accept(T); }", "mx2 = K;", "@ = mx2;",
       "{ BiConsumer<Thread, String> q = Thread::setName; q.accept(T, \"q\"); }", "{ Object q = T; synchronized (q) { call(WAIT, q, 1L); } }", "{ Object q = T; synchronized (q) { ((Consumer<Object>) Object::notifyAll).accept(q); } }"],
      members="""  static final MethodHandle ALIVE, WAIT;
  static { try { ALIVE = MethodHandles.lookup().findVirtual(Thread.class, "isAlive", MethodType.methodType(boolean.class)); WAIT = MethodHandles.lookup().findVirtual(Object.class, "wait", MethodType.methodType(void.class, long.class)); }
    catch (ReflectiveOperationException e) { throw new Error(e); } }
  static Object call(MethodHandle h, Object... a) throws Exception { try { return h.invokeWithArguments(a); } catch (Exception e) { throw e; } catch (Throwable e) { throw new Error(e); } }\n""",
      probe=["told.sum()", "mx2"], weight=2, blocks=["qlock.lock(); try { {} } finally { qlock.unlock(); }"]),
    F("counters", [("Cnt", "cnt", "new Cnt()")], ["cnt.inc();", "cnt.add(K);", "@ = Cnt.N.get(cnt);", "@ = cnt.copy().n;", "@ = (int) Cnt.V.getVolatile(cnt);", "@ = Cnt.U.incrementAndGet(cnt);", "cnt.both();"],
      members="""  static class Cnt implements Cloneable { volatile int n; int plain; long sum; void inc() { n++; plain++; } void add(int k) { sum += k; } synchronized void both() { n++; sum++; } Cnt copy() throws Exception { return (Cnt) clone(); }
    static final java.lang.reflect.Field N; static final VarHandle V; static final AtomicIntegerFieldUpdater<Cnt> U = AtomicIntegerFieldUpdater.newUpdater(Cnt.class, "n");
    static { try { N = Cnt.class.getDeclaredField("plain"); V = MethodHandles.lookup().findVarHandle(Cnt.class, "n", int.class); } catch (ReflectiveOperationException e) { throw new Error(e); } } }\n""", probe=["Cnt.V.get(cnt)"], weight=2),
    F("reflection", [("Fl", "fl", "new Fl(1)")],
      ["Fl.X.setInt(fl, K);", "@ = fl.x;", "@ = Fl.X.get(fl);", "Fl.Z.setInt(fl, K);", "@ = fl.look();", "@ = Fl.M.invoke(fl, K);", "fl.s = \"K\";", "@ = java.lang.reflect.Array.get(fl.a, 0);", "java.lang.reflect.Array.setInt(fl.a, 0, K);", "new Fl(K + 2);", "@ = Fl.last == null ? -1 : Fl.last.z;",
       "@ = ((IntUnaryOperator) java.lang.reflect.Proxy.newProxyInstance(Fl.class.getClassLoader(), new Class[] { IntUnaryOperator.class }, (p, m, q) -> fl.x += (Integer) q[0])).applyAsInt(K);"],
      members="""  static class Fl { int x; final int z; String s; int[] a = new int[1]; static Fl last; Fl(int z) { last = this; this.z = z; } int look() { return z; } synchronized int add(int k) { return x += k; }
    static final java.lang.reflect.Field X, Z; static final java.lang.reflect.Method M;
    static { try { X = Fl.class.getDeclaredField("x"); Z = Fl.class.getDeclaredField("z"); Z.setAccessible(true); M = Fl.class.getDeclaredMethod("add", int.class); } catch (ReflectiveOperationException e) { throw new Error(e); } } }\n""", probe=["fl.x", "fl.z"], weight=2),
    F("views of bytes", [("byte[]", "raw", "new byte[8]")], ["@ = (int) BV.getVolatile(raw, 0);", "BV.setRelease(raw, 0, K);", "raw[3] = K;", "@ = raw[0] + raw[3];", "@ = BV.compareAndSet(raw, 0, 0, K << 8);", "@ = (int) BV.getAndAdd(raw, 4, K);", "@ = raw[4] + raw[7];", "@ = (int) BV.getAndBitwiseXor(raw, 0, K);",
       "BV.set(raw, 2, K);", "@ = (int) BV.get(raw, 1);", "@ = java.nio.ByteBuffer.wrap(raw).getInt(0);"],
      members="  static final VarHandle BV = MethodHandles.byteArrayViewVarHandle(int[].class, java.nio.ByteOrder.BIG_ENDIAN);\n", probe=["raw[0] + 10 * raw[3]", "raw[7]"]),
    F("modes of elements", [("String[]", "strs", "new String[2]"), ("long[]", "longs", "new long[1]"), ("AtomicReferenceArray<Integer>", "refs", "new AtomicReferenceArray<>(2)"), ("AtomicMarkableReference<String>", "marked", "new AtomicMarkableReference<>(\"a\", false)")],
      ["@ = EA.getAndSetRelease(strs, K % 2, \"K\");", "@ = EA.compareAndExchangeAcquire(strs, 0, null, \"K\");", "@ = strs[K % 2];", "strs[0] = \"p\";", "@ = EA.getOpaque(strs, 1);", "@ = (long) LA.getAndAddAcquire(longs, 0, (long) K);", "@ = longs[0];", "@ = LA.weakCompareAndSetRelease(longs, 0, 0L, (long) K);",
       "@ = refs.accumulateAndGet(0, K, (p, q) -> p == null ? q : p + q);", "@ = refs.getAndUpdate(0, p -> p == null ? K : null);", "refs.lazySet(1, K);", "@ = refs.getAcquire(1);", "@ = marked.compareAndSet(\"a\", \"a\", false, true);", "@ = marked.attemptMark(\"a\", false);", "@ = marked.isMarked();"],
      members="  static final VarHandle EA = MethodHandles.arrayElementVarHandle(String[].class), LA = MethodHandles.arrayElementVarHandle(long[].class);\n", probe=["strs[0]", "longs[0]", "refs.get(0)", "marked.isMarked()"]),
    F("conversions", [("StampedLock", "st", "new StampedLock()"), ("int", "sg", None)],
      ["{ long s = st.tryOptimisticRead(); int q = sg; long w = st.tryConvertToWriteLock(s); if (w != 0) { sg = q + 1; s = st.tryConvertToReadLock(w); @ = sg; st.unlockRead(s); } }", "{ long s = st.readLock(); long o = st.tryConvertToOptimisticRead(s); @ = st.validate(o) ? sg : -1; }",
       "{ Lock q = st.asReadLock(); if (q.tryLock()) try { @ = sg; } finally { q.unlock(); } }", "{ Lock q = st.asWriteLock(); q.lockInterruptibly(); try { sg += 10; } finally { q.unlock(); } }", "{ long s = st.tryReadLock(); @ = s == 0 ? -1 : st.getReadLockCount(); if (s != 0) st.unlock(s); }", "st.unlockWrite(77);", "T.interrupt();"],
      probe=["sg", "st.getReadLockCount()"], weight=4),
    F("actions of barriers", [("int", "bx", None), ("CyclicBarrier", "gate", "new CyclicBarrier(2, () -> { if (++bx == 2) throw new IllegalStateException(); })")], ["@ = gate.await();", "@ = gate.await(1, TimeUnit.MILLISECONDS);", "T.interrupt();", "gate.reset();", "@ = bx;", "@ = gate.isBroken();"], probe=["bx", "gate.isBroken()"], weight=4),
    F("kinds of phasers", [("int", "phases", None), ("Phaser", "ph", "new Phaser(2) { protected boolean onAdvance(int phase, int parties) { return ++phases == 2 || parties == 0; } }"), ("Phaser", "leaf", "new Phaser(ph)")],
      ["@ = ph.arriveAndAwaitAdvance();", "@ = ph.register();", "@ = ph.bulkRegister(2);", "@ = ph.arriveAndDeregister();", "@ = ph.awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS);", "T.interrupt();", "@ = leaf.register();", "@ = leaf.arrive();", "@ = ph.isTerminated();", "@ = phases;"], probe=["phases", "ph.getRegisteredParties()"], weight=5),
    F("several permits", [("Sem", "sem2", "new Sem(2)")], ["sem2.acquire(2);", "@ = sem2.tryAcquire(2);", "@ = sem2.tryAcquire(2, 1, TimeUnit.MILLISECONDS);", "sem2.release();", "sem2.release(2);", "sem2.less(1);", "@ = sem2.drainPermits();", "sem2.acquire();", "T.interrupt();"],
      members="  static class Sem extends Semaphore { Sem(int n) { super(n); } void less(int n) { reducePermits(n); } }\n", probe=["sem2.availablePermits()"], weight=3),
    F("conditions of writers", [("ReentrantReadWriteLock", "rwc", "new ReentrantReadWriteLock()"), ("Condition", "wc", "rwc.writeLock().newCondition()"), ("int", "wn", None)],
      ["{ Lock q = rwc.writeLock(); q.lock(); try { @ = wc.awaitNanos(1000) > 0; } finally { q.unlock(); } }", "{ Lock q = rwc.writeLock(); q.lock(); try { while (wn == 0) wc.await(); @ = wn; } finally { q.unlock(); } }", "{ Lock q = rwc.writeLock(); q.lock(); try { wn++; wc.signal(); } finally { q.unlock(); } }",
       "{ Lock q = rwc.writeLock(); q.lock(); try { @ = wc.awaitUntil(new Date(System.currentTimeMillis() + 1)); } finally { q.unlock(); } }", "{ Lock q = rwc.readLock(); q.lock(); try { @ = wn; } finally { q.unlock(); } }", "T.interrupt();"], probe=["wn"], weight=4, on_java=False),
    F("interrupted waits", [("Object", "mw", "new Object()"), ("int", "wx", None)],
      ["synchronized (mw) { try { mw.wait(); @ = wx; } catch (InterruptedException e) { wx += 10; } }", "synchronized (mw) { wx++; mw.notify(); }", "synchronized (mw) { wx++; mw.notifyAll(); }", "T.interrupt();", "synchronized (mw) { int q = wx; try { mw.wait(1); @ = q * 10 + wx; } catch (InterruptedException e) { @ = -q * 10 - wx; } }", "synchronized (mw) { wx++; }",
       "synchronized (mw) { @ = Thread.interrupted() ? wx : -1; }"], probe=["wx"], weight=2, blocks=["synchronized (mw) { {} }"]),
    F("times of futures", [("CompletableFuture<Integer>", "late", "new CompletableFuture<Integer>()"), ("CompletableFuture<Integer>", "timed", "late.copy().completeOnTimeout(7, 1, TimeUnit.MILLISECONDS)")], ["late.complete(K);", "@ = timed.get();", "@ = timed.getNow(-1);", "@ = late.orTimeout(1, TimeUnit.MILLISECONDS).isDone();", "@ = late.join();", "late.completeExceptionally(new IOException());"],
      probe=["timed.isDone()"], weight=12),
    F("all and any", [("CompletableFuture<Integer>", "a1", "new CompletableFuture<>()"), ("CompletableFuture<Integer>", "a2", "new CompletableFuture<>()"), ("CompletableFuture<Integer>", "whole", "CompletableFuture.allOf(a1, a2).handle((q, e) -> e == null ? a1.join() + a2.join() : -1)"), ("CompletableFuture<Object>", "first", "CompletableFuture.anyOf(a1, a2).exceptionally(e -> -2)")],
      ["a1.complete(K);", "a2.complete(K);", "a2.completeExceptionally(new IOException());", "a1.cancel(false);", "@ = whole.getNow(-3);", "@ = first.getNow(-3);", "@ = whole.get();", "@ = a1.copy().isDone();", "@ = a1.thenCompose(q -> a2).getNow(-4);", "@ = a1.exceptionallyCompose(e -> a2).isDone();"], probe=["whole.isDone()", "first.getNow(-3)"], weight=5),
    F("more queues", [("LinkedTransferQueue<Integer>", "ltq", "new LinkedTransferQueue<>()"), ("PriorityBlockingQueue<Integer>", "pbq", "new PriorityBlockingQueue<>()"), ("LinkedBlockingDeque<Integer>", "lbd", "new LinkedBlockingDeque<>(1)")],
      ["ltq.transfer(K);", "@ = ltq.tryTransfer(K);", "@ = ltq.take();", "@ = ltq.poll();", "@ = ltq.tryTransfer(K, 1, TimeUnit.MILLISECONDS);", "@ = ltq.hasWaitingConsumer();", "pbq.put(K);", "@ = pbq.poll();", "@ = pbq.take();", "@ = pbq.peek();", "lbd.putFirst(K);", "@ = lbd.takeLast();", "@ = lbd.offerLast(K, 1, TimeUnit.MILLISECONDS);", "@ = lbd.removeFirstOccurrence(K);"],
      probe=["ltq", "pbq", "lbd"], weight=5),
    F("iterators", [("ArrayList<Integer>", "li", "new ArrayList<>(List.of(1, 2))"), ("ConcurrentHashMap<Integer, Integer>", "mi", "new ConcurrentHashMap<>(Map.of(1, 1))"), ("CopyOnWriteArrayList<Integer>", "ci", "new CopyOnWriteArrayList<>(List.of(1))")],
      ["{ int q = 0; for (int i : li) q += i; @ = q; }", "li.remove(0);", "li.add(K);", "@ = List.copyOf(mi.keySet());", "mi.put(K + 1, 2);", "mi.values().removeIf(q -> q == 1);", "{ Iterator<Integer> q = ci.iterator(); ci.add(0, K); @ = q.next(); }", "ci.remove(0);", "@ = mi.reduceValues(9, Integer::sum);", "ci.sort(null);"], probe=["li.size()", "mi", "ci"], weight=3),
    F("copies", [("Cp", "cp", "new Cp()"), ("StringBuilder", "text", "new StringBuilder(\"ab\")")], ["cp.a = K;", "cp.b = K;", "{ Cp q = cp.twin(); @ = q.a * 10 + q.b; }", "cp.grid[0] = new int[] { K };", "cp.grid[1][0] = K;", "{ int[][] q = cp.grid.clone(); @ = q[0][0] * 10 + q[1][0]; }", "@ = new String(cp.chars);", "cp.chars[1] = '\\u0416';", "\"xy\".getChars(0, 2, cp.chars, 0);",
       "@ = Arrays.equals(cp.grid[0], cp.grid[1]);", "text.append(K);", "@ = text.length();", "System.arraycopy(cp.chars, 0, cp.chars, 1, 1);"],
      members="  static class Cp implements Cloneable { int a, b; int[][] grid = { { 0 }, { 0 } }; char[] chars = { 'p', 'q' }; Cp twin() throws Exception { return (Cp) clone(); } }\n", probe=["cp.a", "new String(cp.chars)", "text.length()"]),
    F("call sites", [("MutableCallSite", "site", "new MutableCallSite(MethodHandles.constant(Object.class, 1))"), ("VolatileCallSite", "vsite", "new VolatileCallSite(MethodHandles.constant(Object.class, 1))"), ("MethodHandle", "ask", "site.dynamicInvoker()")], ["site.setTarget(TWO);", "vsite.setTarget(TWO);", "@ = asks(ask);", "@ = vsite.getTarget() == TWO;", "@ = asks(vsite.dynamicInvoker());", "MutableCallSite.syncAll(new MutableCallSite[] { site });"],
      members="  static final MethodHandle TWO = MethodHandles.constant(Object.class, 2);\n  static Object asks(MethodHandle h) { try { return h.invokeWithArguments(); } catch (Throwable e) { return e; } }\n", probe=["vsite.getTarget() == TWO"]),
    F("class values", [("int", "made", None)], ["@ = VALUE.get(String.class);", "VALUE.remove(String.class);", "@ = VALUE.get(Integer.class);", "made = K;"], members="  static final ClassValue<Integer> VALUE = new ClassValue<>() { protected Integer computeValue(Class<?> c) { return ++made; } };\n", probe=["made"], weight=3),
    F("cleaners", [("int", "cleaned", None), ("Cleaner.Cleanable", "cl", "Cleaner.create().register(new Object(), () -> cleaned++)"), ("ReferenceQueue<Object>", "rq", "new ReferenceQueue<>()"), ("PhantomReference<Object>", "phantom", "new PhantomReference<>(\"x\", rq)")],
      ["cl.clean();", "@ = cleaned;", "@ = phantom.enqueue();", "@ = rq.poll() == null;", "@ = rq.remove(1) == null;", "@ = phantom.refersTo(\"x\");", "phantom.clear();"], probe=["cleaned"], weight=2),
    F("who is who", [("Object", "lead", None), ("ReentrantLock", "named", "new ReentrantLock()")], ["lead = Thread.currentThread().getName();", "@ = lead == Thread.currentThread();", "if (lead == null) lead = Thread.currentThread();", "@ = (\"\" + named).indexOf(T.getName()) > 0;", "@ = new Throwable().getStackTrace().length > 0;", "named.lock();", "named.tryLock();",
       "@ = lead == T;"], probe=["lead == th[0]", "named.isLocked()"], weight=2),
    F("blockers", [("Object", "block", "new Object()")], ["LockSupport.park(block);", "LockSupport.parkNanos(block, 1000);", "LockSupport.parkUntil(1);", "LockSupport.setCurrentBlocker(block);", "@ = LockSupport.getBlocker(T) == block;", "LockSupport.unpark(T);", "LockSupport.unpark(null);", "T.interrupt();"], weight=2),
    F("pipes", [("PipedOutputStream", "po", "new PipedOutputStream()"), ("PipedInputStream", "pi", "piped(po)")], ["po.write(K);", "@ = pi.read();", "@ = pi.available();", "po.close();", "po.flush();"], members="  static PipedInputStream piped(PipedOutputStream o) { try { return new PipedInputStream(o, 1); } catch (IOException e) { throw new Error(e); } }\n", weight=5, on_java=False),
    F("scoped values", [("int", "sc", None)], ["ScopedValue.where(SCOPED, K).run(() -> sc += SCOPED.get());", "@ = SCOPED.orElse(9);", "@ = ScopedValue.where(SCOPED, sc).call(() -> SCOPED.get());", "@ = SCOPED.isBound();"], members="  static final ScopedValue<Integer> SCOPED = ScopedValue.newInstance();\n", probe=["sc"], least=25),
    F("permits of virtual", [("Semaphore", "vsem", "new Semaphore(0)"), ("volatile int", "vp", None), ("Thread", "pv", "Thread.ofVirtual().unstarted(() -> { vsem.acquireUninterruptibly(); LockSupport.park(); vp++; })")],
      ["pv.start();", "LockSupport.unpark(pv);", "vsem.release();", "pv.interrupt();", "pv.join();", "@ = vp;"], probe=["vp"], weight=3, least=21),
    F("kinds of virtual", [("Object", "vm1", "new Object()"), ("int", "vn", None), ("Thread", "vt", "Thread.ofVirtual().unstarted(() -> { synchronized (vm1) { try { while (vn == 0) vm1.wait(); vn += 5; } catch (InterruptedException e) { vn += 50; } } })")],
      ["vt.start();", "vt.interrupt();", "synchronized (vm1) { vn = 1; vm1.notifyAll(); }", "@ = vt.getState();", "@ = vt.isAlive();", "vt.join();", "@ = vt.join(java.time.Duration.ofMillis(1));", "@ = vn;"], probe=["vn"], weight=3, least=21),
]
BLOCKS = ["if (Thread.currentThread() != T) {}", "for (int iD = 0; iD < 2; iD++) {}"]


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
            text = rng.choice(blocks).replace("{}", "{ " + inner + " }", 1).replace("iD", "i%d" % depth)
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
