import java.util.concurrent.atomic.AtomicLong;

/** A daemon counts for ever beside two threads that lose an update, or would if they did not lock. */
public class Beats {
  static final AtomicLong read = new AtomicLong();
  static long unread;
  static int x;

  static void beat(boolean counts) {
    try {
      while (true) {
        Thread.sleep(100);
        if (counts) read.incrementAndGet();
        else unread++;
      }
    } catch (InterruptedException e) {
      return;
    }
  }

  static void add(boolean safe) {
    if (safe) synchronized (Beats.class) { x++; }
    else x++;
  }

  public static void main(String[] args) throws Exception {
    boolean safe = args[0].equals("safe"), counts = args[1].equals("read");
    Thread daemon = new Thread(() -> beat(counts));
    daemon.setDaemon(true);
    daemon.start();
    Thread a = new Thread(() -> add(safe)), b = new Thread(() -> add(safe));
    a.start();
    b.start();
    a.join();
    b.join();
    if (x != 2) throw new AssertionError("lost");
    if (read.get() < 0) throw new AssertionError("overflow");
    System.out.println("added");
  }
}
