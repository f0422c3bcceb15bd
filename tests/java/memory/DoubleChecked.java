// Double-checked locking with a plain reference: right under sequential consistency, broken in Java.
// races sc: racy
// verdict jmm: violated
// message jmm: AssertionError: half made
public class DoubleChecked {
  static class Helper {
    int ready;
    Helper() {
      ready = 1;
    }
  }

  static Helper helper;

  static Helper get() {
    if (helper == null) {
      synchronized (DoubleChecked.class) {
        if (helper == null) helper = new Helper();
      }
    }
    return helper;
  }

  static void use() {
    Helper h = get();
    if (h != null && h.ready != 1) throw new AssertionError("half made");
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(DoubleChecked::use), b = new Thread(DoubleChecked::use);
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
