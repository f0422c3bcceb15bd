// Double-checked locking with a plain reference to an object with final fields, read once: right.
// races sc: racy
// outcomes sc: 1 1
// outcomes jmm: 1 1
public class DoubleCheckedFinal {
  static class Helper {
    final int ready;

    Helper() {
      ready = 1;
    }
  }

  static Helper helper;
  static String x, y;

  static Helper get() {
    Helper h = helper;
    if (h == null) {
      synchronized (DoubleCheckedFinal.class) {
        h = helper;
        if (h == null) helper = h = new Helper();
      }
    }
    return h;
  }

  static String use() {
    Helper h = get();
    return h == null ? "null" : "" + h.ready;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> x = use()), b = new Thread(() -> y = use());
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(x + " " + y);
  }
}
