"""Random small programs that are composed: values flow from one shared thing into another, and statements stand inside of whatever runs them.

tests/generators/wide_program.py draws statements from a list. Here a place (something that holds a number) is read, written and updated by expressions over the other places, and a statement may be run
by a thread that a thread starts, by a callback of a map, an atomic or a future, by an initialiser, a handler, a finally, a comparison, a toString, a task that another thread takes from a queue.

$E: an expression, $S: a statement, $K: a small number, $I: 0 or 1, $T: another thread, $M: an object with a monitor, $N: the class, #: the number of the place or of the member."""
import random
import re

HEAD = """import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.nio.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;

@SuppressWarnings({"unchecked", "rawtypes", "removal", "deprecation"})
public class %s {
  static final PrintStream out = System.out;
  interface Act { void run() throws Exception; }
  interface Get { int get() throws Exception; }
  static <X extends Throwable> RuntimeException sneak(Throwable t) throws X { throw (X) t; }
  static int act(Act a) { try { a.run(); return 1; } catch (Exception e) { throw %s.<RuntimeException>sneak(e); } }
  static int val(Get g) { try { return g.get(); } catch (Exception e) { throw %s.<RuntimeException>sneak(e); } }
  static Runnable run(Act a) { return () -> act(a); }
  static class W extends Thread { int own; volatile int told; W(Runnable r) { super(r); } }
  static W mine() { return Thread.currentThread() instanceof W ? (W) Thread.currentThread() : (W) th[1]; }
  static int one(Runnable r) { if (r == null) return 0; r.run(); return 1; }
  static int of(Box b) { return b == null ? -1 : b.n++; }
  static int or(Object o) { return o == null ? -1 : o instanceof Integer ? (Integer) o : 7; }
  static class Boom extends RuntimeException { final int n; Boom(int n) { super("b", null, true, false); this.n = n; } }
  static class Box implements Cloneable, Serializable, Comparable<Box> {
    int n; volatile int v; Box next;
    Box(int n) { this.n = n; }
    Box(Box next) { this.next = next; }
    int add(int k) { return n += k; }
    synchronized int sync(int k) { n += k; return n; }
    Box copy() { try { return (Box) clone(); } catch (CloneNotSupportedException e) { throw new Error(e); } }
    public int compareTo(Box b) { return Integer.compare(n, b.n); }
  }
"""


class Place:
    """decl: its declaration; reads, updates: expressions; writes: statements; weight as in wide_program; least: the first JDK that has it; java: whether HotSpot shows no more than jmc."""

    def __init__(self, decl, reads, writes, updates=(), weight=1, least=17, java=True):
        self.decl, self.reads, self.writes, self.updates, self.weight, self.least, self.java = decl, reads, writes, updates, weight, least, java


P = Place
PLACES = [
    P("static int c#;", ["c#"], ["c# = $E;", "c# += $E;", "c#++;"], ["c#++", "(c# = $E)"]),
    P("static volatile int c#;", ["c#"], ["c# = $E;", "c# += $E;", "c#++;"], ["c#++", "(c# = $E)"]),
    P("static long c#;", ["(int) c#"], ["c# = $E;", "c# *= 3;"], ["(int) (c# += $E)"]),
    P("static volatile double c#;", ["(int) (2 * c#)"], ["c# = $E / 2.0;"], ["(int) c#--"]),
    P("static final Box c# = new Box(0);", ["c#.n", "c#.v"], ["c#.n = $E;", "c#.v = $E;", "c#.v++;"], ["c#.n++", "c#.add($E)", "c#.sync($E)"]),
    P("static Box c# = new Box(0);", ["c#.n", "c#.copy().n"], ["c# = new Box($E);", "c#.n = $E;", "c# = c#.copy();", "{ Box q = new Box(0); c# = q; q.n = $E; }"], ["c#.n++", "(c# = new Box($E)).n"]),
    P("static volatile Box c# = new Box(0);", ["c#.n"], ["c# = new Box($E);", "c#.n = $E;", "{ Box q = new Box($E); q.n++; c# = q; q.v = 1; }"], ["c#.n++", "c#.sync($E)"]),
    P("static final Box c# = new Box(new Box(0));", ["c#.next.n"], ["c#.next = new Box($E);", "c#.next.n = $E;", "c#.next = null;", "{ Box q = c#.next; c#.next = q.copy(); q.n = $E; }"], ["c#.next.n++"]),
    P("static final int[] c# = new int[2];", ["c#[$I]", "c#[c#[0] & 1]", "c#.clone()[$I]"], ["c#[$I] = $E;", "System.arraycopy(c#, 0, c#, 1, 1);", "Arrays.fill(c#, $E);"], ["c#[$I]++"]),
    P("static final int[][] c# = new int[2][1];", ["c#[$I][0]"], ["c#[$I] = new int[] { $E };", "c#[$I][0] = $E;", "{ int[] q = c#[0]; c#[0] = c#[1]; c#[1] = q; }", "c#[$I] = c#[$I].clone();"], ["c#[$I][0]++"]),
    P("static final byte[] c# = new byte[2];", ["(c#[$I] + 0)"], ["c#[$I] = (byte) (0 + $E);", "c#[1] += c#[0];"], ["(c#[$I]++ + 0)"]),
    P("static volatile int[] c# = new int[2];", ["c#[$I]", "c#.length"], ["c# = new int[] { $E, 1 };", "c#[$I] = $E;"], ["c#[$I]++"]),
    P("static final AtomicInteger c# = new AtomicInteger();", ["c#.get()", "c#.getPlain()"], ["c#.set($E);", "c#.lazySet($E);", "c#.getAndIncrement();", "c#.compareAndSet($E, $E);"],
      ["c#.incrementAndGet()", "c#.getAndAdd($E)", "c#.updateAndGet(q -> q + val(() -> $E))", "(c#.compareAndSet($E, $K) ? 1 : 0)", "c#.accumulateAndGet($E, (p, q) -> 2 * p + q)"]),
    P("static final AtomicReference<Box> c# = new AtomicReference<>(new Box(0));", ["c#.get().n"], ["c#.set(new Box($E));", "c#.get().n = $E;"],
      ["c#.updateAndGet(q -> new Box(q.n + val(() -> $E))).n", "c#.getAndSet(new Box($E)).n", "c#.get().sync(1)"]),
    P("static final LongAdder c# = new LongAdder();", ["c#.intValue()", "(int) c#.sum()"], ["c#.add($E);", "c#.increment();", "c#.reset();"], ["(int) c#.sumThenReset()"]),
    P("static final AtomicIntegerArray c# = new AtomicIntegerArray(2);", ["c#.get($I)"], ["c#.set($I, $E);"], ["c#.getAndAdd($I, $E)", "c#.incrementAndGet($I)"]),
    P("static final VarHandle c#; static final Box b# = new Box(0); static { try { c# = MethodHandles.lookup().findVarHandle(Box.class, \"n\", int.class); } catch (ReflectiveOperationException e) { throw new Error(e); } }",
      ["(int) c#.getAcquire(b#)", "b#.n", "(int) c#.getVolatile(b#)"], ["c#.setRelease(b#, $E);", "c#.setOpaque(b#, $E);", "b#.n = $E;"], ["(int) c#.getAndAdd(b#, $E)", "(c#.compareAndSet(b#, 0, $E) ? 1 : 0)"]),
    P("static final AtomicIntegerFieldUpdater<Box> c# = AtomicIntegerFieldUpdater.newUpdater(Box.class, \"v\"); static volatile Box b# = new Box(0);", ["c#.get(b#)"], ["c#.set(b#, $E);", "b# = new Box($K);"], ["c#.addAndGet(b#, $E)"]),
    P("static final ConcurrentHashMap<Object, Integer> c# = new ConcurrentHashMap<>();", ["c#.getOrDefault($K, 0)", "c#.size()", "(c#.containsKey($E) ? 1 : 0)"], ["c#.put($K, $E);", "c#.remove($E);", "c#.forEach((p, q) -> act(() -> { $S }));", "c#.replaceAll((p, q) -> q + val(() -> $E));"],
      ["c#.merge($K, $E, Integer::sum)", "c#.computeIfAbsent($K, q -> val(() -> $E))", "or(c#.compute($K, (p, q) -> q == null ? val(() -> $E) : null))", "or(c#.putIfAbsent($K, $E))"], weight=3),
    P("static final Map<Integer, Integer> c# = Collections.synchronizedMap(new HashMap<>());", ["c#.getOrDefault($K, 0)", "c#.size()"], ["c#.put($K, $E);", "synchronized (c#) { for (int q : c#.values()) { $S } }"], ["c#.merge($K, $E, Integer::sum)"], weight=3),
    P("static final HashMap<Integer, Integer> c# = new HashMap<>();", ["c#.getOrDefault($K, 0)", "c#.size()"], ["c#.put($K, $E);", "c#.clear();"], weight=3),
    P("static final ThreadLocal<Box> c# = ThreadLocal.withInitial(() -> new Box($E));", ["c#.get().n"], ["c#.get().n = $E;", "c#.remove();", "c#.set(new Box($E));"], ["c#.get().add($E)"], weight=2),
    P("static final InheritableThreadLocal<Box> c# = new InheritableThreadLocal<>() { protected Box childValue(Box b) { return b == null ? new Box($E) : b; } };", ["(c#.get() == null ? -1 : c#.get().n)"], ["c#.set(new Box($E));", "if (c#.get() != null) c#.get().n = $E;"], weight=2),
    P("static volatile Integer c# = 0;", ["c#"], ["c# = $E;", "synchronized (c#) { c# = c# + 1; }"], ["c#++"]),
    P("record Pair#(int a, int b) { Pair# { if (a > 99) throw new Boom(a); } Pair# plus(int k) { return new Pair#(b, a + k); } } static volatile Pair# c# = new Pair#(0, 1);", ["(c#.a() * 10 + c#.b())", "c#.hashCode()"], ["c# = new Pair#($E, c#.a());", "c# = c#.plus($E);"], ["(c# = c#.plus($E)).a()"]),
    P("enum Tint# { RED, BLUE { int look() { return -n; } }; int n = $E; int look() { return n; } }", ["Tint#.RED.n", "Tint#.BLUE.look()", "Tint#.values()[$I].look()"], ["Tint#.RED.n = $E;", "Tint#.valueOf(\"BLUE\").n++;"], ["Tint#.RED.n++"]),
    P("static class Outer# { int n; final In in = new In(); class In { int look() { return n; } int put(int k) { n += k; return n; } } } static Outer# c# = new Outer#();", ["c#.in.look()"], ["c#.in.put($E);", "c# = new Outer#();"], ["c#.in.put($E)"]),
    P("static class H# { static int n = $E; static int touch() { return n++; } }", ["H#.n"], ["H#.n = $E;", "H#.touch();"], ["H#.touch()"], weight=2),
    P("static class HA# { static int n = $E; static { HB#.n += 1; } } static class HB# { static int n = 2; static int z = HA#.n; }", ["HB#.z", "HA#.n", "HB#.n"], ["HA#.n = $E;", "HB#.n++;"], weight=2),
    P("interface I# { int[] N = { $E }; default int bump() { return ++N[0]; } } static class II# implements I# { static int made; II#() { made++; } }", ["I#.N[0]", "II#.made"], ["I#.N[0] = $E;", "new II#();"], ["new II#().bump()"], weight=2),
    P("static class Bad# { static int n = val(() -> { if ($E != 0) throw new Boom(1); return 5; }); }", ["Bad#.n"], ["Bad#.n++;"], weight=2),
    P("static final CompletableFuture<Integer> c# = new CompletableFuture<>();", ["c#.getNow(-1)", "(c#.isDone() ? 1 : 0)", "c#.getNumberOfDependents()"], ["c#.complete($E);", "c#.obtrudeValue($E);", "c#.thenAccept(q -> act(() -> { $S }));", "c#.whenComplete((q, e) -> act(() -> { $S }));", "c#.completeExceptionally(new Boom($K));"],
      ["(c#.complete($E) ? 1 : 0)", "c#.thenApply(q -> q + val(() -> $E)).getNow(-2)", "c#.handle((q, e) -> e == null ? q : val(() -> $E)).getNow(-3)"], weight=4),
    P("static final Exception c# = new Exception(); static volatile Throwable d#;", ["c#.getSuppressed().length", "(d# instanceof Boom ? ((Boom) d#).n : -1)"], ["c#.addSuppressed(new Boom($E));", "d# = new Boom($E);", "try { throw new Boom($E); } catch (Boom x) { d# = x; }"], weight=2),
    P("static final LinkedBlockingQueue<Box> c# = new LinkedBlockingQueue<>(2);", ["c#.size()", "(c#.peek() == null ? -1 : c#.peek().n)"], ["c#.offer(new Box($E));", "{ Box q = new Box($E); c#.offer(q); q.n++; }", "for (Box q : c#) q.n += $E;"], ["of(c#.poll())"], weight=4),
    P("static final ConcurrentLinkedQueue<Integer> c# = new ConcurrentLinkedQueue<>(List.of(5));", ["c#.size()", "or(c#.peek())"], ["c#.add($E);", "c#.removeIf(q -> q == val(() -> $E));"], ["or(c#.poll())"], weight=4),
    P("static final CopyOnWriteArrayList<Integer> c# = new CopyOnWriteArrayList<>(List.of(5));", ["c#.size()", "c#.get(0)"], ["c#.add($E);", "for (int q : c#) { $S }", "c#.replaceAll(q -> q + val(() -> $E));"], ["c#.set(0, $E)", "(c#.addIfAbsent($E) ? 1 : 0)"], weight=4),
    P("static final PriorityBlockingQueue<Box> c# = new PriorityBlockingQueue<>();", ["c#.size()"], ["c#.add(new Box($E));"], ["of(c#.poll())"], weight=4),
    P("static final SynchronousQueue<Integer> c# = new SynchronousQueue<>();", ["c#.size()"], ["c#.offer($E);", "c#.offer($E, 1, TimeUnit.MILLISECONDS);"], ["or(c#.poll())", "or(c#.poll(1, TimeUnit.MILLISECONDS))"], weight=5),
    P("static final ConcurrentLinkedQueue<Runnable> c# = new ConcurrentLinkedQueue<>();", ["(c#.isEmpty() ? 0 : 1)"], ["c#.add(run(() -> { $S }));", "c#.add(run(() -> { $S }));", "{ int[] q = { $E }; c#.add(() -> q[0]++); r# = q[0]; }", "one(c#.poll());"], ["one(c#.poll())"], weight=4),
    P("static volatile Runnable c# = () -> { };", ["(c# == null ? 1 : 0)"], ["c# = run(() -> { $S });", "c#.run();", "{ int[] q = { $E }; c# = () -> q[0]++; r# = q[0]; }"], ["act(c#::run)"], weight=2),
    P("static final Semaphore c# = new Semaphore(1);", ["c#.availablePermits()"], ["c#.release();", "if (c#.tryAcquire()) try { $S } finally { c#.release(); }", "c#.acquire(); try { $S } finally { c#.release(); }"], ["c#.drainPermits()", "(c#.tryAcquire(2) ? 1 : 0)", "(c#.tryAcquire(1, TimeUnit.MILLISECONDS) ? 1 : 0)"], weight=3),
    P("static final CountDownLatch c# = new CountDownLatch(2);", ["(int) c#.getCount()"], ["c#.countDown();", "if (c#.await(1, TimeUnit.MILLISECONDS)) { $S }"], ["(c#.await(1, TimeUnit.MILLISECONDS) ? 1 : 0)"], weight=3),
    P("static final Phaser c# = new Phaser(1) { protected boolean onAdvance(int p, int n) { act(() -> { $S }); return p > 1; } };", ["c#.getPhase()", "c#.getArrivedParties()"], ["c#.register();", "c#.arriveAndDeregister();"], ["c#.arrive()"], weight=4),
    P("static final CyclicBarrier c# = new CyclicBarrier(2, run(() -> { $S }));", ["c#.getNumberWaiting()", "(c#.isBroken() ? 1 : 0)"], ["c#.await(1, TimeUnit.MILLISECONDS);", "c#.reset();"], ["c#.await(1, TimeUnit.MILLISECONDS)"], weight=4),
    P("static final FutureTask<Integer> c# = new FutureTask<>(() -> $E);", ["(c#.isDone() ? 1 : 0)"], ["c#.run();", "c#.cancel(true);"], ["val(() -> { c#.run(); return c#.get(); })"], weight=3),
    P("static final StampedLock c# = new StampedLock(); static int g#;", ["val(() -> { long s = c#.tryOptimisticRead(); int q = g#; return c#.validate(s) ? q : -1; })"], ["{ long s = c#.writeLock(); try { g# += $E; } finally { c#.unlockWrite(s); } }", "{ long s = c#.readLock(); try { $S } finally { c#.unlockRead(s); } }"],
      ["val(() -> { long s = c#.readLock(); long w = c#.tryConvertToWriteLock(s); if (w != 0) { g#++; s = w; } c#.unlock(s); return g#; })"], weight=4),
    P("static final ReentrantLock c# = new ReentrantLock(); static final Condition d# = c#.newCondition(); static int g#;", ["g#", "(c#.isLocked() ? 1 : 0)"],
      ["c#.lock(); try { g# = $E; d#.signalAll(); } finally { c#.unlock(); }", "c#.lock(); try { $S } finally { c#.unlock(); }", "c#.lock(); try { for (int q = 0; q < 2 && g# == 0; q++) d#.await(1, TimeUnit.MILLISECONDS); g#++; } finally { c#.unlock(); }"],
      ["val(() -> { if (!c#.tryLock()) return -1; try { return g# + $E; } finally { c#.unlock(); } })"], weight=4),
    P("static final ReentrantReadWriteLock c# = new ReentrantReadWriteLock(); static int g#;", ["c#.getReadLockCount()"], ["c#.readLock().lock(); try { $S } finally { c#.readLock().unlock(); }", "c#.writeLock().lock(); try { g#++; c#.readLock().lock(); } finally { c#.writeLock().unlock(); } r# = g#; c#.readLock().unlock();"],
      ["val(() -> { c#.writeLock().lock(); try { return g# += $E; } finally { c#.writeLock().unlock(); } })"], weight=4),
    P("static final Object c# = new Object(); static int g#;", ["g#"], ["synchronized (c#) { g# = $E; c#.notifyAll(); }", "synchronized (c#) { while (g# == 0) c#.wait(); g#--; }", "synchronized (c#) { if (g# == 0) c#.wait(1); $S }", "synchronized (c#) { g#++; c#.notify(); }"], ["val(() -> { synchronized (c#) { return g#++; } })"], weight=2),
    P("static volatile Object c# = new Object(); static int g#;", ["g#"], ["synchronized (c#) { g# = $E; }", "c# = new Object();", "synchronized (c#) { $S }"], ["val(() -> { synchronized (c#) { return g#++; } })"], weight=2),
    P("static int g#;", ["($T.getName().equals(\"n1\") ? 1 : 0)", "$T.getPriority()", "($T.isAlive() ? 1 : 0)", "$T.getState().ordinal()"], ["$T.setName(\"n\" + $E);", "$T.setPriority(1 + ($E & 3));", "$T.join(1);"], ["($T.isInterrupted() ? 1 : 0)", "(Thread.interrupted() ? 1 : 0)"], weight=2),
    P("static int g#;", ["((W) $T).own", "((W) $T).told", "(Thread.currentThread() == th[$I] ? 1 : 0)", "mine().own"], ["mine().own = $E;", "mine().told = $E;", "((W) $T).own = $E;", "mine().own += $E;"], ["mine().own++", "((W) $T).told++"]),
    P("static final Map<Thread, Integer> c# = new ConcurrentHashMap<>();", ["c#.getOrDefault($T, 0)", "c#.size()"], ["c#.put(Thread.currentThread(), $E);"], ["c#.merge(Thread.currentThread(), $E, Integer::sum)"], weight=3),
    P("static int g#;", ["Integer.getInteger(\"p#\", 3)"], ["System.setProperty(\"p#\", \"\" + $E);", "System.clearProperty(\"p#\");"], ["or(System.getProperty(\"p#\") == null ? null : 2)"], weight=4, java=False),
    P("static final StringBuffer c# = new StringBuffer();", ["c#.length()", "c#.indexOf(\"1\")"], ["c#.append($E);", "c#.setLength(1);", "c#.insert(0, $E);"], weight=2),
    P("static String c# = \"\";", ["c#.length()", "c#.hashCode()"], ["c# += $E;", "c# = \"ab\".substring($I);"], weight=2),
    P("static final ByteBuffer c# = ByteBuffer.allocate(8);", ["c#.getInt(0)", "(c#.get(3) + 0)", "c#.position()"], ["c#.putInt(0, $E);", "c#.put((byte) (0 + $E));", "c#.clear();"]),
    P("static final BitSet c# = new BitSet(4);", ["c#.cardinality()", "c#.nextSetBit(0)"], ["c#.set($E & 3);", "c#.flip($I);"], weight=2),
    P("static volatile List<Integer> c# = List.of();", ["c#.size()", "(c#.isEmpty() ? -1 : c#.get(0))"], ["c# = Stream.concat(c#.stream(), Stream.<Integer>of($E)).toList();", "{ ArrayList<Integer> q = new ArrayList<>(c#); q.add($E); c# = q; }", "c# = List.of($E);"], weight=3),
    P("static class Fin# { final int n; static Fin# leaked; Fin#(int k) { leaked = k == 2 ? this : null; n = k + 1; } } static Fin# c#;", ["(c# == null ? -1 : c#.n)", "(Fin#.leaked == null ? -1 : Fin#.leaked.n)"], ["c# = new Fin#($E);", "c# = new Fin#(2);", "c# = Fin#.leaked;"]),
    P("static IntUnaryOperator made#() { int[] n = { 0 }; Box b = new Box(0); return k -> { b.v++; return n[0] += k; }; } static IntUnaryOperator c# = made#();", ["c#.applyAsInt(0)"], ["c#.applyAsInt($E);", "c# = made#();", "c# = c#.andThen(q -> q + val(() -> $E));"], ["c#.applyAsInt($E)"], weight=2),
    P("static final java.lang.reflect.Field c#; static Box b# = new Box(0); static { try { c# = Box.class.getDeclaredField(\"n\"); } catch (ReflectiveOperationException e) { throw new Error(e); } }", ["c#.getInt(b#)", "b#.n"], ["c#.setInt(b#, $E);", "b# = new Box($E);"], weight=2),
    P("static final MethodHandle c#, d#; static final Box b# = new Box(0); static { try { c# = MethodHandles.lookup().findGetter(Box.class, \"n\", int.class); d# = MethodHandles.lookup().findVirtual(Box.class, \"sync\", MethodType.methodType(int.class, int.class)); } catch (ReflectiveOperationException e) { throw new Error(e); } }\n"
      "  static int h#(MethodHandle h, Object... a) { try { return (int) h.invokeWithArguments(a); } catch (Throwable e) { throw new Error(e); } }", ["h#(c#, b#)"], ["b#.n = $E;"], ["h#(d#, b#, $E)"], weight=3),
    P("static final Iterator<Integer> c# = new ArrayList<>(List.of(4, 5, 6)).iterator();", ["(c#.hasNext() ? 1 : 0)"], ["c#.remove();", "c#.next();"], ["(c#.hasNext() ? c#.next() : -1)"]),
    P("static final Random c# = new Random(7);", ["c#.nextInt(4)"], ["c#.setSeed($K);"], ["c#.nextInt(9)"], weight=2),
    P("static final AtomicStampedReference<Box> c# = new AtomicStampedReference<>(new Box(0), 0);", ["c#.getStamp()", "c#.getReference().n"], ["c#.set(new Box($E), $E);"], ["(c#.compareAndSet(c#.getReference(), new Box($E), c#.getStamp(), 3) ? 1 : 0)"], weight=2),
    P("static final LongAccumulator c# = new LongAccumulator(Math::max, 0);", ["c#.intValue()"], ["c#.accumulate($E);", "c#.reset();"], ["(int) c#.getThenReset()"], weight=2),
    P("static final Box h# = new Box(3); static final WeakReference<Box> c# = new WeakReference<>(h#);", ["(c#.get() == null ? -1 : c#.get().n)", "(c#.refersTo(h#) ? 1 : 0)"], ["c#.clear();", "h#.n = $E;"], ["(c#.enqueue() ? 1 : 0)"]),
    P("static final Vector<Integer> c# = new Vector<>(List.of(1));", ["c#.size()", "c#.get(0)"], ["c#.add($E);", "synchronized (c#) { for (int q : c#) { $S } }", "c#.set(0, $E);"], ["or(c#.remove(0))"], weight=2),
    P("static final ConcurrentSkipListMap<Integer, Integer> c# = new ConcurrentSkipListMap<>();", ["c#.size()", "or(c#.get($K))"], ["c#.put($E, 1);", "c#.keySet().removeIf(q -> q > val(() -> $E));"], ["or(c#.pollFirstEntry())", "or(c#.putIfAbsent($K, $E))"], weight=6),
    P("static final Exchanger<Box> c# = new Exchanger<>();", ["0"], ["c#.exchange(new Box($E), 1, TimeUnit.MILLISECONDS);"], ["c#.exchange(new Box($E), 1, TimeUnit.MILLISECONDS).n"], weight=5),
    P("static final ArrayDeque<Integer> c# = new ArrayDeque<>();", ["c#.size()"], ["c#.addLast($E);"], ["or(c#.pollFirst())"], weight=2),
    P("static final ExecutorService c# = Executors.newSingleThreadExecutor(q -> { Thread t = new Thread(q); t.setDaemon(true); return t; });", ["(c#.isShutdown() ? 1 : 0)"], ["c#.execute(run(() -> { $S }));", "c#.shutdown();"], ["c#.submit(() -> $E).get()"], weight=8),
    P("static final ForkJoinPool c# = new ForkJoinPool(1);", ["0"], ["c#.execute(run(() -> { $S }));"], ["c#.submit(() -> $E).get()"], weight=8),
    P("static int g#;", ["g#"], ["g# = $E;", "IntStream.range(0, 2).parallel().forEach(q -> act(() -> { $S }));"], ["CompletableFuture.supplyAsync(() -> val(() -> $E)).thenApply(q -> q + g#).join()"], weight=10),
]
# What runs a statement: the text, other declarations, the weight, the least JDK.
CONTEXTS = [
    ("if ($E == $K) { $S } else { $S }", "", 0), ("if ($E > 0) { $S }", "", 0), ("for (int i# = 0; i# < 2; i#++) { $S }", "", 1), ("synchronized ($M) { $S }", "", 1), ("synchronized ($M) { $S }", "", 1), ("synchronized ($M) { $S $S }", "", 1),
    ("{ n# = new Thread(run(() -> { $S })); n#.start(); }", "static Thread n#;", 2), ("{ n# = new Thread(run(() -> { $S })); n#.start(); $S n#.join(); }", "static Thread n#;", 2), ("{ int[] q = { $E }; n# = new Thread(() -> q[0] += 2); n#.start(); q[0]++; n#.join(); r# = q[0]; }", "static Thread n#; static Object r#;", 2),
    ("{ Box q = new Box($E); n# = new Thread(run(() -> { q.n++; $S })); n#.start(); r# = q.sync(1); }", "static Thread n#; static Object r#;", 2), ("{ n# = new Thread(run(() -> { Thread t = new Thread(run(() -> { $S })); t.start(); $S t.join(); })); n#.start(); $S }", "static Thread n#;", 3),
    ("{ Thread q = n#; if (q.getState() == Thread.State.NEW) q.start(); }", "static Thread n# = new Thread(run(() -> { $S }));", 2), ("n#.start();", "static Thread n# = new Thread(run(() -> { $S }));", 2),
    ("try { $S } finally { $S }", "", 0), ("try { if ($E != $K) throw new Boom($E); $S } catch (Boom x) { r# = x.n; $S }", "static Object r#;", 0), ("try (AutoCloseable q = () -> { $S }) { $S }", "", 0), ("switch ($E) { case 0: $S break; case 1: $S default: $S }", "", 0),
    ("r# = \"\" + new Object() { public String toString() { return \"s\" + val(() -> $E); } };", "static Object r#;", 1), ("In#.touch();", "static class In# { static { act(() -> { $S }); } static void touch() { } }", 2), ("new Sub#();", "static class Sup# { static { act(() -> { $S }); } } static class Sub# extends Sup# { static { act(() -> { $S }); } }", 2),
    ("r# = new Key#(1).n;", "static class Key# { final int n; Key#(int k) { n = k + $E; act(() -> { $S }); } }  static Object r#;", 0), ("l#.run();", "static final Runnable l# = run(() -> { $S });", 0), ("s#();", "static synchronized void s#() throws Exception { $S $S }", 1),
    ("Stream.of(2, 1).sorted((p, q) -> { act(() -> { $S }); return p - q; }).forEach(q -> act(() -> { $S }));", "", 2), ("r# = Optional.of(1).map(q -> q + val(() -> $E)).get();", "static Object r#;", 1),
    ("((Runnable) java.lang.reflect.Proxy.newProxyInstance($N.class.getClassLoader(), new Class[] { Runnable.class }, (p, m, q) -> { $S return null; })).run();", "", 3), ("$N.class.getDeclaredMethod(\"m#\").invoke(null);", "static void m#() throws Exception { $S }", 2),
    ("{ Thread q = new Thread(() -> { throw new Boom(val(() -> $E)); }); q.setUncaughtExceptionHandler((t, e) -> act(() -> { r# = ((Boom) e).n; $S })); q.start(); q.join(); }", "static Object r#;", 3), ("{ int q# = $E; r# = q#; $S if (q# == $E) { $S } }", "static Object r#;", 0),
    ("o#: for (int i# = 0; i# < 2; i#++) { if ($E == 1) continue o#; $S if ($E == 2) break o#; }", "", 1), ("for (int i# = 0; i# < 2 && $E == 0; i#++) Thread.onSpinWait();", "", 1), ("w#.put(new Hash#(), 1);", "static class Hash# { public int hashCode() { act(() -> { $S }); return 1; } public boolean equals(Object o) { return val(() -> $E) == 0; } } static final Map<Object, Integer> w# = new ConcurrentHashMap<>();", 4),
    ("$T.interrupt();", "", 1), ("LockSupport.unpark($T);", "", 1), ("LockSupport.parkNanos(1); $S", "", 1), ("try { Thread.sleep(1); $S } catch (InterruptedException e) { $S }", "", 1), ("try { $T.join(1); } catch (InterruptedException e) { $S }", "", 1), ("Thread.yield();", "", 0),
    ("Class.forName(\"$N\" + '$' + \"Na#\"); $S", "static class Na# { static { act(() -> { $S }); } }", 2), ("new Fork#().invoke();", "static class Fork# extends RecursiveAction { protected void compute() { act(() -> { $S }); } }", 5),
    ("{ var q = new ObjectOutputStream(new ByteArrayOutputStream()); q.writeObject(new Ser#()); }", "static class Ser# implements Serializable { private void writeObject(ObjectOutputStream o) { act(() -> { $S }); } }", 6),
]
CONTEXTS_25 = [("{ n# = Thread.startVirtualThread(run(() -> { $S })); }", "static Thread n#;", 3), ("{ n# = Thread.ofVirtual().start(run(() -> { $S })); $S n#.join(); }", "static Thread n#;", 3), ("try (var q = Executors.newVirtualThreadPerTaskExecutor()) { q.submit(() -> { $S return 1; }); $S }", "", 7)]
MONITORS = ["mon", "mon", "$N.class", "\"lit\"", "(Object) Integer.valueOf(1)", "$T", "Thread.currentThread()", "Box.class", "arrayMonitor"]


class Program:
    """The program of a seed for a feature release of the JDK; what tests/run-wide asks of one is as in wide_program."""

    def __init__(self, seed, release):
        self.rng = rng = random.Random("nested %d" % seed)
        self.name = "Nested%d" % seed
        self.number = 0
        self.members, self.probes, self.nested = [], [], []
        self.contexts = CONTEXTS + (CONTEXTS_25 if release >= 21 else [])
        self.budget = rng.choice([3, 4, 5, 6, 9])
        usable = [p for p in PLACES if p.least <= release]
        light = [p for p in usable if p.weight == 1]
        self.places = []
        self.threads = rng.choice([2, 2, 2, 2, 3])
        kinds = [rng.choice(usable if rng.random() < .6 else light) for _ in range(rng.choice([1, 2, 2, 3]))]
        for p in kinds:
            self.number += 1
            n = self.number
            self.member(self.fill(p.decl, n, -1, 2))
            self.places.append((p, n))
            self.member("static Object r%d;" % n)
            self.probes.append("r%d" % n)
        self.features = []
        self.bodies = [[self.statement(t, 0) for _ in range(rng.choice([1, 2, 2, 3]))] for t in range(self.threads)]
        self.caught = rng.random() < .8
        self.on_java, self.ends = all(p.java for p in kinds), False
        self.style = rng.choice(["array", "chain", "class", "main runs", "same", "same", "static"])
        self.probed = rng.choice([0, .4, .8, .8])

    def member(self, text):
        self.members.append("  " + text + "\n")

    def fill(self, text, n, thread, depth):
        """The text with what it leaves open."""
        rng = self.rng
        others = [i for i in range(self.threads) if i != thread]

        def part(match):
            what = match.group()
            if what == "$E":
                return self.expression(thread, depth + 1)
            if what == "$S":
                return self.statement(thread, depth + 1)
            if what == "$M":
                return self.fill(rng.choice(MONITORS), n, thread, depth)
            if what == "$T":
                return "th[%d]" % rng.choice(others)
            return {"$K": lambda: str(rng.randrange(1, 3)), "$I": lambda: str(rng.randrange(2)), "$N": lambda: self.name}[what]()
        # A local or a parameter stands once for each time that its text is used: it may be inside of itself.
        self.number += 1
        text = re.sub(r"(?<![.\"])\b([qpswtemx])\b(?![\"#])", lambda m: m.group() + "_%d" % self.number, text)
        return re.sub(r"\$[ESMTKIN](?![A-Za-z])", part, text.replace("#", str(n)))

    def expression(self, thread, depth):
        rng = self.rng
        if depth > 2 or self.budget <= 0 or not self.places or rng.random() < .25:
            return rng.choice(["0", "1", "2", "1"] + ["%s" % self.read(thread)] * 3)
        draw = rng.random()
        if draw < .4:
            return self.read(thread)
        if draw < .55:
            return "(%s + %s)" % (self.expression(thread, depth + 1), self.expression(thread, depth + 1))
        p, n = rng.choice(self.places)
        if not p.updates:
            return self.read(thread)
        self.budget -= p.weight
        return "(%s)" % self.fill(rng.choice(p.updates), n, thread, depth + 1)

    def read(self, thread):
        if not self.places:
            return "1"
        p, n = self.rng.choice(self.places)
        if self.budget < p.weight:
            return "2"
        self.budget -= 0 if p.weight == 1 else p.weight
        return "(%s)" % self.fill(self.rng.choice(p.reads), n, thread, 5)

    def recorded(self, thread, depth):
        self.number += 1
        n = self.number
        self.member("static Object r%d;" % n)
        self.probes.append("r%d" % n)
        return "r%d = %s;" % (n, self.expression(thread, depth))

    def statement(self, thread, depth):
        rng = self.rng
        if self.budget <= 0 and depth:
            return rng.choice(["", self.recorded(thread, 5)])
        draw = rng.random()
        if draw < .25 or depth > 3:
            self.budget -= 1
            return self.recorded(thread, depth)
        if draw < .62 and self.places:
            p, n = rng.choice(self.places)
            self.budget -= p.weight
            return self.fill(rng.choice(p.writes), n, thread, depth)
        text, member, weight = rng.choice(self.contexts)[:3]
        self.budget -= weight
        self.number += 1
        n = self.number
        if member:
            self.member(self.fill(member, n, thread, depth))
        if "Thread n#;" in member:
            self.nested.append("n%d" % n)
        if "Object r#;" in member:
            self.probes.append("r%d" % n)
        return self.fill(text, n, thread, depth)

    def source(self):
        rng = random.Random("style " + self.name)
        lines = [HEAD.replace("%s", self.name), "  static final Object mon = new Object();\n  static final int[] arrayMonitor = new int[1];\n  static final Thread[] th = new Thread[%d];\n" % self.threads]
        failures = ["e%d" % i for i in range(self.threads)]
        lines += self.members
        lines.append("  static Object %s;\n" % ", ".join(failures))
        each = rng.random() < .5
        for i, body in enumerate(self.bodies):
            if self.style == "same":
                body = self.bodies[0]
            text = "\n".join("      try { act(() -> { %s }); } catch (Throwable e) { e%d = e; }" % (s, i) for s in body) if each else "      try { act(() -> {\n      %s }); } catch (Throwable e) { e%d = e; }" % ("\n      ".join(body), i)
            if not self.caught:
                text = "      act(() -> {\n      %s });" % "\n      ".join(body)
            if self.style == "chain" and i + 1 < self.threads:
                text = "      %s th[%d].start();\n%s" % ("" if rng.random() < .5 else "c0s++;", i + 1, text)
            lines.append("  static int c0s;\n" if i == 0 else "")
            lines.append("  static void body%d() {\n%s\n  }\n" % (i, text))
            if self.style == "class":
                lines.append("  static class Thread%d extends W { Thread%d() { super(null); } public void run() { body%d(); } }\n" % (i, i, i))
        # Who is started by an initialiser waits for it at the first use of the class.
        lines.append("  static {\n" if self.style == "static" else "  public static void main(String[] args) throws Exception {\n")
        for i in range(self.threads):
            lines.append("    th[%d] = %s;\n" % (i, "new Thread%d()" % i if self.style == "class" else "new W(%s::body%d)" % (self.name, 0 if self.style == "same" else i)))
        order = list(range(self.threads))
        rng.shuffle(order)
        if self.style == "chain":
            order = [0]
        if self.style == "main runs":
            lines += ["    th[%d].start();\n" % i for i in range(1, self.threads)] + ["    body0();\n"]
            joined = range(1, self.threads)
        else:
            lines += ["    th[%d].start();\n" % i for i in order]
            joined = range(self.threads)
        if self.style == "static":
            lines.append("  }\n  public static void main(String[] args) throws Exception {\n")
        if rng.random() < .9:
            lines += ["    th[%d].join();\n" % i for i in joined]
        if rng.random() < .8:
            lines += ["    if (%s != null) %s.join();\n" % (n, n) for n in self.nested]
        for p, n in self.places:
            if not re.search(r"\$T|#\.nextInt|interrupted", p.reads[0]) and rng.random() < self.probed:
                self.probes.append("show(() -> %s)" % self.fill(p.reads[0], n, -1, 9))
        shown = self.probes + failures
        lines.append("    out.println(" + ' + " " + '.join(s if s.startswith("show(") else "show(%s)" % s for s in shown) + ");\n")
        for p, n in self.places:
            if "Executor" in p.decl or "ForkJoinPool" in p.decl:
                lines.append("    c%d.shutdownNow();\n" % n)
        lines.append("""  }
  static String show(Get g) { try { return "" + g.get(); } catch (Throwable e) { return show((Object) e); } }
  static String show(Object o) { return o == null ? "-" : o instanceof Throwable ? o.getClass().getSimpleName() : String.valueOf(o); }
}
""")
        self.text = "".join(lines)
        self.source = lambda: self.text
        return self.text
