// java.util.concurrent.atomic, from one thread.
import java.util.concurrent.atomic.*;

public class Atomics {
  volatile int count;
  volatile long total;
  volatile String name = "n";

  public static void main(String[] args) {
    AtomicInteger i = new AtomicInteger(5);
    System.out.println(i.incrementAndGet() + " " + i.getAndDecrement() + " " + i.addAndGet(10) + " " + i.compareAndSet(15, 16) + " "
        + i.updateAndGet(x -> x * 2) + " " + i.getAndUpdate(x -> -x) + " " + i.accumulateAndGet(3, Math::max) + " " + i.getAndAccumulate(4, Integer::sum)
        + " " + i + " " + i.weakCompareAndSetPlain(100, 1) + " " + i.compareAndExchange(7, 8) + " " + i.getPlain() + i.getAcquire() + i.intValue());
    i.lazySet(Integer.MAX_VALUE);
    System.out.println(i.incrementAndGet() + " " + i.getAndSet(0));
    AtomicLong l = new AtomicLong(1L << 40);
    System.out.println(l.getAndAdd(-1) + " " + l.decrementAndGet() + " " + l.doubleValue() + " " + l.compareAndSet(5, 6) + " " + l.getAndUpdate(x -> x >> 3) + " " + l);
    AtomicBoolean b = new AtomicBoolean();
    System.out.println(b.compareAndSet(false, true) + " " + b.getAndSet(false) + " " + b + " " + b.compareAndExchange(true, true));
    AtomicReference<String> r = new AtomicReference<>("a");
    System.out.println(r.getAndUpdate(x -> x + "b") + " " + r.accumulateAndGet("c", String::concat) + " " + r.compareAndSet("abc", "no") + " " + r.get()
        + " " + r.compareAndSet(r.get(), null) + " " + r);
    AtomicIntegerArray ia = new AtomicIntegerArray(new int[] {1, 2, 3});
    System.out.println(ia.getAndAdd(1, 5) + " " + ia.incrementAndGet(0) + " " + ia.compareAndSet(2, 3, 9) + " " + ia.accumulateAndGet(2, 2, (x, y) -> x % y) + ia + ia.length());
    AtomicLongArray la = new AtomicLongArray(2);
    la.set(1, 5);
    System.out.println(la.getAndIncrement(1) + la.toString());
    AtomicReferenceArray<String> ra = new AtomicReferenceArray<>(2);
    System.out.println(ra.compareAndSet(0, null, "x") + " " + ra.getAndSet(0, "y") + ra);
    try {
      ia.get(3);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    AtomicIntegerFieldUpdater<Atomics> fu = AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "count");
    AtomicLongFieldUpdater<Atomics> lu = AtomicLongFieldUpdater.newUpdater(Atomics.class, "total");
    AtomicReferenceFieldUpdater<Atomics, String> ru = AtomicReferenceFieldUpdater.newUpdater(Atomics.class, String.class, "name");
    Atomics o = new Atomics();
    System.out.println(fu.incrementAndGet(o) + " " + fu.getAndAdd(o, 4) + " " + fu.compareAndSet(o, 5, 50) + " " + lu.addAndGet(o, 9) + " "
        + ru.getAndSet(o, "m") + " " + ru.compareAndSet(o, "m", null) + " " + o.count + o.total + o.name);
    try {
      AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "none");
    } catch (RuntimeException e) {
      System.out.println(e.getCause().getClass().getSimpleName());
    }
    LongAdder adder = new LongAdder();
    adder.add(5);
    adder.increment();
    System.out.println(adder + " " + adder.sumThenReset() + " " + adder.sum());
    LongAccumulator acc = new LongAccumulator(Long::max, Long.MIN_VALUE);
    acc.accumulate(4);
    acc.accumulate(2);
    DoubleAdder da = new DoubleAdder();
    da.add(.5);
    da.add(.25);
    System.out.println(acc.get() + " " + da.sum());
    AtomicStampedReference<String> st = new AtomicStampedReference<>("v", 1);
    int[] h = new int[1];
    System.out.println(st.compareAndSet("v", "w", 1, 2) + " " + st.compareAndSet("w", "x", 1, 3) + " " + st.get(h) + h[0]);
    AtomicMarkableReference<String> mk = new AtomicMarkableReference<>("q", false);
    System.out.println(mk.attemptMark("q", true) + " " + mk.isMarked() + " " + mk.compareAndSet("q", "z", true, false) + mk.getReference());
  }
}
