// ... read twice: the second read may see less than the first one.
// races sc: racy
// outcomes sc: 1 1
// outcomes jmm: 1 1 | null 1 | 1 null
public class DoubleCheckedTwice {
  static class Helper {
    final int ready;

    Helper() {
      ready = 1;
    }
  }

  static Helper helper;
  static String x, y;

  static Helper get() {
    if (helper == null) {
      synchronized (DoubleCheckedTwice.class) {
        if (helper == null) helper = new Helper();
      }
    }
    return helper;
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
