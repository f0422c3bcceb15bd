// Synchronized methods and blocks from two threads: counters, static locks, release by exceptions.
public class Synchronized {
  private int count;
  private static int stat;

  synchronized void inc() {
    count++;
  }

  static synchronized void incStatic() {
    stat++;
  }

  synchronized void fail() {
    count += 100;
    throw new IllegalStateException();
  }

  public static void main(String[] args) throws InterruptedException {
    Synchronized s = new Synchronized();
    Runnable r = () -> {
      s.inc();
      incStatic();
      try {
        s.fail();
      } catch (IllegalStateException e) {
        synchronized (s) {
          synchronized (s) {
            s.count += 1000;
          }
        }
      }
    };
    Thread a = new Thread(r), b = new Thread(r);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(s.count + " " + stat);
  }
}
