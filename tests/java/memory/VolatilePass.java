// Nothing keeps a read by a race before a later volatile read, nor a write behind an earlier volatile write.
// outcomes sc: 0 0 | 0 1 | 1 1
// outcomes jmm: 0 0 | 0 1 | 1 0 | 1 1
// message jmm: by volatile reads that do not see the newest value
// races sc: racy
public class VolatilePass {
  static int x;
  static volatile int g;
  static int r1, r2;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      g = 1;
      x = 1;
    });
    Thread u = new Thread(() -> {
      r1 = x;
      r2 = g;
    });
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(r1 + " " + r2);
  }
}
