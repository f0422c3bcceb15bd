// outcomes: m | mp | pm | mq | qm | mpq | mqp | pmq | pqm | qmp | qpm
// why: main prints m and ends, at any time before, between and after the two daemons; each of them prints once, or is cut off before
import java.util.concurrent.atomic.*;

public class DaemonPrints {
  static Thread daemon(AtomicInteger steps, String name) {
    Thread t = new Thread(() -> {
      for (int i = 0; i < 3; i++) steps.incrementAndGet();
      System.out.print(name);
      steps.incrementAndGet();
    });
    t.setDaemon(true);
    return t;
  }

  public static void main(String[] args) {
    AtomicInteger a = new AtomicInteger(), b = new AtomicInteger();
    daemon(a, "p").start();
    daemon(b, "q").start();
    a.incrementAndGet();
    System.out.print("m");
  }
}
