// Initialisation of a class by two threads at once happens exactly once; the lazy-holder idiom.
public class LazyHolder {
  static int made;

  static class Holder {
    static final LazyHolder INSTANCE = new LazyHolder();
  }

  private static volatile LazyHolder checked;

  LazyHolder() {
    made++;
  }

  static LazyHolder doubleChecked() {
    LazyHolder l = checked;
    if (l == null) {
      synchronized (LazyHolder.class) {
        l = checked;
        if (l == null) checked = l = new LazyHolder();
      }
    }
    return l;
  }

  public static void main(String[] args) throws InterruptedException {
    LazyHolder[] seen = new LazyHolder[2];
    Thread a = new Thread(() -> seen[0] = Holder.INSTANCE), b = new Thread(() -> seen[1] = Holder.INSTANCE);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println((seen[0] == seen[1]) + " " + made);
    Thread c = new Thread(() -> seen[0] = doubleChecked()), d = new Thread(() -> seen[1] = doubleChecked());
    c.start();
    d.start();
    c.join();
    d.join();
    System.out.println((seen[0] == seen[1]) + " " + made);
  }
}
