package demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jmc.junit.Jmc;
import org.junit.jupiter.api.Test;

/** Parts of ordinary tests, checked under every schedule. What each has to come out as is in tests/run-junit. */
class BodyTest {
  static int plain;
  int field = 1;

  static void increment() throws InterruptedException {
    Thread other = new Thread(() -> plain++);
    other.start();
    plain++;
    other.join();
    assertEquals(2, plain);
  }

  /** No schedule fails. Each value is handed over. */
  @Test
  void bodyRight() throws Throwable {
    int by = 3;
    long wide = 1L << 40;
    String text = "a b";
    TimeUnit unit = TimeUnit.DAYS;
    List<String> list = List.of("x", "y");
    Jmc.check(() -> {
      AtomicInteger count = new AtomicInteger();
      Thread other = new Thread(() -> count.addAndGet(by));
      other.start();
      count.addAndGet(by);
      other.join();
      assertEquals(6, count.get());
      assertEquals("a b", text);
      assertEquals(TimeUnit.DAYS, unit);
      assertEquals(1L << 40, wide);
      assertEquals(List.of("x", "y"), list);
    });
  }

  /** What the body changes, changes inside of jmc only. */
  @Test
  void bodyCopies() throws Throwable {
    AtomicInteger here = new AtomicInteger();
    Jmc.check(() -> {
      Thread other = new Thread(() -> here.set(7));
      other.start();
      other.join();
      assertEquals(7, here.get());
    });
    assertEquals(0, here.get());
  }

  /** Some schedule fails: a lambda expression, and a method by its name. */
  @Test
  void bodyRacy() throws Throwable {
    String what = "an update";
    Jmc.check(() -> {
      int[] n = new int[1];
      Thread other = new Thread(() -> n[0]++);
      other.start();
      n[0]++;
      other.join();
      assertEquals(2, n[0], what + " was lost");
    });
  }

  @Test
  void bodyByName() throws Throwable {
    Jmc.check(BodyTest::increment);
  }

  /** With the options: only under the memory model. */
  @Test
  void bodyOptions() throws Throwable {
    Jmc.Body body = () -> {
      int[] x = new int[1], y = new int[1], r = new int[1];
      Thread other = new Thread(() -> {
        x[0] = 1;
        r[0] = y[0];
      });
      other.start();
      y[0] = 1;
      int mine = x[0];
      other.join();
      if (mine == 0 && r[0] == 0) throw new IllegalStateException("both buffered");
    };
    Jmc.check(body);
    Jmc.with("--memory=jmm").run(body);
  }

  /** What cannot be handed over is told by its name. */
  @Test
  void bodyCaptures() throws Throwable {
    int before = 1;
    double wide = 2;
    Thread captured = Thread.currentThread();
    Jmc.check(() -> {
      if (before + wide > 5) captured.interrupt();
    });
  }

  @Test
  void bodyThis() throws Throwable {
    Jmc.check(() -> assertEquals(1, field));
  }

  /** One thread is nothing to check. */
  @Test
  void bodyAlone() throws Throwable {
    Jmc.check(() -> {});
  }
}
