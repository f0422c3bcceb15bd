import java.util.concurrent.atomic.AtomicIntegerArray;

/** An update is lost; the assertion reads what nobody else accesses any more. */
public class LostInArray {
  static final AtomicIntegerArray counts = new AtomicIntegerArray(2);

  static void count() {
    counts.set(1, counts.get(1) + 1);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(LostInArray::count), u = new Thread(LostInArray::count);
    t.start();
    u.start();
    t.join();
    u.join();
    assert counts.get(1) == 2;
  }
}
