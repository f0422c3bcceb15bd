// Both threads see `taken` = false before either writes it; what fails is a count that a lock guards.
public class CheckedTwice {
  static volatile boolean taken;
  static int count;

  static void recycle() {
    if (taken) return;
    taken = true;
    synchronized (CheckedTwice.class) {
      count++;
    }
  }

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(CheckedTwice::recycle), b = new Thread(CheckedTwice::recycle);
    a.start();
    b.start();
    a.join();
    b.join();
    assert count == 1 : "put back " + count + " times";
  }
}
