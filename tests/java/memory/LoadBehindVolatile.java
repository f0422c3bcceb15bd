// Load buffering whose way back leads through a volatile variable: the load of x may be made behind the store to z, of
// which a second thread tells a third one by y, before that writes x. JLS 17.4.8 lets the store be committed first, and
// nothing orders it and the load of its own thread for the others. In order 1 1 1 would need x before z, z before y and
// y before x.
// outcomes sc: 0 0 0 | 0 0 1 | 0 1 0 | 0 1 1 | 1 0 0 | 1 0 1 | 1 1 0
// outcomes jmm: 0 0 0 | 0 0 1 | 0 1 0 | 0 1 1 | 1 0 0 | 1 0 1 | 1 1 0
// outcomes jmm --load-buffering=auto: 0 0 0 | 0 0 1 | 0 1 0 | 0 1 1 | 1 0 0 | 1 0 1 | 1 1 0 | 1 1 1
public class LoadBehindVolatile {
  static int x, z, r1, r2, r3;
  static volatile int y;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      r1 = x;
      z = 1;
    });
    Thread u = new Thread(() -> {
      r2 = y;
      x = 1;
    });
    Thread v = new Thread(() -> {
      r3 = z;
      y = 1;
    });
    t.start();
    u.start();
    v.start();
    t.join();
    u.join();
    v.join();
    System.out.println(r1 + " " + r2 + " " + r3);
  }
}
