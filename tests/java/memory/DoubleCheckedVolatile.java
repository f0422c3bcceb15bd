// Double-checked locking as it is right, with a volatile reference.
// races sc: free
public class DoubleCheckedVolatile {
  static class Helper {
    int ready;
    Helper() {
      ready = 1;
    }
  }

  static volatile Helper helper;

  static Helper get() {
    if (helper == null) {
      synchronized (DoubleCheckedVolatile.class) {
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
    Thread a = new Thread(DoubleCheckedVolatile::use), b = new Thread(DoubleCheckedVolatile::use);
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
