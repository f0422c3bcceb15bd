// Two threads count, and tell so on standard error while they hold a lock: which of them wrote when is no part of any
// outcome, so that there is one end.
public class LogsCounts {
  static int count;

  static synchronized void add(String who) {
    count++;
    System.err.println(who + " saw " + count);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> {
      for (int i = 0; i < 4; i++) add("other");
    });
    other.start();
    for (int i = 0; i < 4; i++) add("main");
    other.join();
    System.out.println(count);
  }
}
