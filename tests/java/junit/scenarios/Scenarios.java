package scenarios;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import jmc.junit.Actor;
import jmc.junit.Arbiter;
import jmc.junit.LinearizabilityTest;
import jmc.junit.ModelChecked;
import jmc.junit.ModelCheckedDefaults;
import jmc.junit.Outcomes;
import jmc.junit.Results;
import org.junit.jupiter.api.Disabled;

/** Classes that are tests by themselves, as members of one that is not. */
class Scenarios {
  /** Store buffering: both 0 is no order of the four accesses. */
  @Outcomes(value = {"0, 1", "1, 0", "1, 1"}, all = true)
  static class StoreBuffering {
    int x, y;

    @Actor
    int left() {
      x = 1;
      return y;
    }

    @Actor
    int right() {
      y = 1;
      return x;
    }
  }

  /** The memory model lets both threads read 0. */
  @ModelCheckedDefaults(@ModelChecked(memory = "jmm"))
  @Outcomes({"0, 1", "1, 0", "1, 1"})
  static class BufferedStores extends StoreBuffering {}

  @ModelCheckedDefaults(@ModelChecked(memory = "jmm"))
  @Outcomes(value = {"0, 1", "1, 0", "1, 1"}, interesting = "0, 0")
  static class BufferedStoresAllowed extends StoreBuffering {}

  /** Two increments that are not atomic: both may come to 1. */
  @Outcomes(forbidden = "1, 1")
  static class LostUpdate {
    private int count;

    @Actor
    private void first(Results r) {
      r.r1 = ++count;
    }

    @Actor
    private void second(Results r) {
      r.r2 = ++count;
    }
  }

  /** A result class of its own, static methods, an arbiter that sees everything. */
  static class Sum {
    private int one, two, all;

    @Override
    public String toString() {
      return one + two + "=" + all;
    }
  }

  @Outcomes(value = "3=3", all = true)
  static class Atomic {
    private final AtomicInteger count = new AtomicInteger();

    @Actor
    void first(Sum s) {
      s.one = count.incrementAndGet();
    }

    @Actor
    void second(Sum s) {
      s.two = count.incrementAndGet();
    }

    @Arbiter
    void total(Sum s) {
      s.all = count.get() + 1;
    }
  }

  /** No schedule makes the counter negative. */
  @Outcomes(value = {"1", "-1"}, all = true)
  static class Impossible {
    @Actor
    int one() {
      return 1;
    }

    @Actor
    void nothing() {}
  }

  /** What an actor throws is a violation. */
  @Outcomes
  static class Throws {
    volatile boolean set;

    @Actor
    void sets() {
      set = true;
    }

    @Actor
    void reads() throws Exception {
      if (set) throw new java.io.IOException("seen");
    }
  }

  @Outcomes
  static class Alone {
    @Actor
    void only() {}
  }

  @Disabled("not yet")
  @Outcomes("never run")
  static class NotYet {}

  @LinearizabilityTest(value = ConcurrentLinkedQueue.class, methods = {"offer", "poll"}, threads = 2, calls = 2)
  static class Queue {}

  /** A pop that two threads may do at the same time. */
  public static class Cell {
    private Integer content;

    public void push(int value) {
      content = value;
    }

    public Integer pop() {
      Integer c = content;
      content = null;
      return c;
    }
  }

  @LinearizabilityTest(Cell.class)
  static class CellTest {}

  /** A queue is no stack: a thread that offers twice and polls gets the first. */
  @LinearizabilityTest(value = ConcurrentLinkedQueue.class, specification = LastFirst.class, methods = {"offer", "poll"}, threads = 2, calls = 3)
  static class QueueAsStack {}

  public static class LastFirst {
    private final java.util.ArrayDeque<Object> content = new java.util.ArrayDeque<>();

    public boolean offer(Object o) {
      content.addFirst(o);
      return true;
    }

    public Object poll() {
      return content.pollFirst();
    }
  }

  /** Right for one producer and one consumer. */
  public static class Slot {
    private volatile Integer content;

    public boolean push(int value) {
      if (content != null) return false;
      content = value;
      return true;
    }

    public Integer pop() {
      Integer c = content;
      if (c != null) content = null;
      return c;
    }
  }

  @LinearizabilityTest(value = Slot.class, groups = {"push:1", "pop:1"})
  static class SlotOfTwo {}

  /** Both pushes find it empty: that no pop is between them does not fit what the pops return. */
  @LinearizabilityTest(value = Slot.class, program = "{ push(1); pop() } || { push(2); pop() }")
  static class SlotProgram {}

  /** Neither finds anything, in whatever order. */
  @LinearizabilityTest(value = Slot.class, program = "{ pop() } || { pop() }")
  static class PopsProgram {}

  @LinearizabilityTest(value = Cell.class, methods = "nonsense")
  static class NoSuchMethod {}
}
