// A thread makes a box behind a racing read, fills it and publishes it. Only the write of `x` may pass the read before it:
// the field of a box that does not exist yet is no variable. The box may be seen before its content.
// races sc: racy
// outcomes sc: 0 -1 | 0 5 | 1 -1
// outcomes jmm: 0 -1 | 0 0 | 0 5 | 1 -1
// outcomes jmm --load-buffering=auto: 0 -1 | 0 0 | 0 5 | 1 -1 | 1 0 | 1 5
public class OwnBoxPublished {
  static class Box {
    int n;
  }

  static int x, a, b;
  static Box p;

  public static void main(String[] args) throws InterruptedException {
    new Box();
    Thread t = new Thread(() -> {
      a = x;
      Box own = new Box();
      own.n = 5;
      p = own;
    });
    Thread u = new Thread(() -> {
      Box q = p;
      b = q == null ? -1 : q.n;
      x = 1;
    });
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(a + " " + b);
  }
}
