// Each thread may write before it has read: both see 1. With an argument each writes what it has read, which is 0.
public class LoadsBehindStores {
  static int x, y, r1, r2;

  public static void main(String[] args) throws InterruptedException {
    boolean passesOn = args.length > 0;
    Thread t = new Thread(() -> {
      r1 = x;
      y = passesOn ? r1 : 1;
    });
    Thread u = new Thread(() -> {
      r2 = y;
      x = passesOn ? r2 : 1;
    });
    t.start();
    u.start();
    t.join();
    u.join();
    assert r1 + r2 < 2;
  }
}
