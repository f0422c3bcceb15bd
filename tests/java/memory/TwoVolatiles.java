// As VolatilePass, with two volatile variables: who has read x by a race may still overlook what was written to both before.
// outcomes sc: 0 0 | 0 1 | 1 1
// outcomes jmm: 0 0 | 0 1 | 1 0 | 1 1
// races sc: racy
public class TwoVolatiles {
  static int x;
  static volatile int g, h;
  static int r1, r2, r3;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      g = 1;
      h = 1;
      x = 1;
    });
    Thread u = new Thread(() -> {
      r1 = x;
      r2 = g;
      r3 = h;
    });
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(r1 + " " + r2);
  }
}
