package demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import jmc.junit.ModelChecked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each method has to come out as is in tests/run-junit. */
class CounterTest {
  static int base;
  int plain;
  AtomicInteger atomic;

  @BeforeAll
  static void once() {
    base = 100;
  }

  @BeforeEach
  void setUp() {
    atomic = new AtomicInteger();
  }

  static void both(Runnable r) throws InterruptedException {
    Thread a = new Thread(r), b = new Thread(r);
    a.start();
    b.start();
    a.join();
    b.join();
  }

  @ModelChecked
  void racy() throws Exception {
    both(() -> plain++);
    assertEquals(2, plain);
  }

  @ModelChecked
  void right() throws Exception {
    both(() -> atomic.incrementAndGet());
    assertEquals(2, atomic.get());
  }

  @Test
  @ModelChecked
  void annotatedTwice() throws Exception {
    right();
  }

  @Test
  void ordinary() {
    assertEquals(100, base);
  }

  @ModelChecked
  void beforeAll() throws Exception {
    both(() -> atomic.incrementAndGet());
    assertEquals(100, base);
  }

  @ModelChecked
  void noThread() {
    assertEquals(0, atomic.get());
  }

  @ModelChecked(expectConcurrency = ModelChecked.Choice.NO)
  void noThreadExpected() {
    assertEquals(0, atomic.get());
  }

  @ModelChecked
  void deadlock() throws Exception {
    Object x = new Object(), y = new Object();
    Thread a = new Thread(() -> nested(x, y)), b = new Thread(() -> nested(y, x));
    a.start();
    b.start();
    a.join();
    b.join();
  }

  static void nested(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        base++;
      }
    }
  }

  @ModelChecked
  void exceptionOfAnotherThread() throws Exception {
    List<Integer> list = new java.util.ArrayList<>();
    both(() -> {
      if (list.isEmpty()) list.add(1);
      else list.remove(0);
    });
  }

  @ModelChecked
  void assumption() throws Exception {
    assumeTrue(base < 100, "base is small");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @ModelChecked
  void each(int n) throws Exception {
    both(() -> plain += n);
    assertTrue(plain == 2 * n || n == 1, () -> "lost an update of " + n);
  }

  @ParameterizedTest
  @EnumSource(value = TimeUnit.class, names = {"SECONDS", "DAYS"})
  @ModelChecked
  void constants(TimeUnit unit) throws Exception {
    both(() -> atomic.addAndGet((int) unit.toSeconds(1)));
    assertEquals(unit == TimeUnit.DAYS ? 172800 : 2, atomic.get());
  }

  static Stream<List<String>> lists() {
    return Stream.of(List.of("a", "b"));
  }

  @ParameterizedTest
  @MethodSource("lists")
  @ModelChecked
  void serialized(List<String> list) throws Exception {
    both(() -> atomic.addAndGet(list.size()));
    assertEquals(4, atomic.get());
  }

  @RepeatedTest(2)
  @ModelChecked
  void repeated() throws Exception {
    right();
  }

  @ModelChecked(outcomes = {"1 2", "2 1"})
  void outcomes() throws Exception {
    Thread t = new Thread(() -> System.out.print("1 "));
    t.start();
    System.out.print("2 ");
    t.join();
  }

  @ModelChecked(outcomes = "1 2")
  void otherOutcomes() throws Exception {
    outcomes();
  }

  @ModelChecked(visible = "ConcurrentLinkedQueue", por = "none")
  void visible() throws Exception {
    ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    both(() -> queue.add(1));
    assertEquals(2, queue.size());
  }

  @ModelChecked(bound = "preemption:0")
  void bounded() throws Exception {
    both(() -> plain++);
  }

  @ModelChecked(bound = "preemption:0", allowInconclusive = ModelChecked.Choice.YES)
  void boundedAllowed() throws Exception {
    both(() -> plain++);
  }

  @ModelChecked(por = "nonsense")
  void wrongOption() throws Exception {
    right();
  }

  @Nested
  class Inner {
    int inner;

    @BeforeEach
    void more() {
      inner = atomic.incrementAndGet();
    }

    @ModelChecked
    void nested() throws Exception {
      both(() -> atomic.incrementAndGet());
      assertEquals(3, atomic.get() * inner);
    }
  }
}
