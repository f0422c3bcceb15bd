// Load buffering whose way back leads through the end of a thread: the load of x may be made behind the store to z,
// which another thread reads, for whose end main waits before it writes x. In order 1 1 would need x before z, z before
// the end, and the end before x; JLS 17.4.8 lets the store be committed first.
// outcomes sc: 0 0 | 0 1 | 1 0
// outcomes jmm: 0 0 | 0 1 | 1 0
// outcomes jmm --load-buffering=auto: 0 0 | 0 1 | 1 0 | 1 1
public class LoadBehindJoin {
  static int x, z, r1, r2;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      r1 = x;
      z = 1;
    });
    Thread v = new Thread(() -> r2 = z);
    t.start();
    v.start();
    v.join();
    x = 1;
    t.join();
    System.out.println(r1 + " " + r2);
  }
}
