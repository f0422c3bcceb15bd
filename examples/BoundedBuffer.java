/**
 * The classic buffer with wait and notifyAll, done right: conditions are tested in a loop, under the lock, and
 * everybody is woken. One place, one producer, two consumers. Try `if` for `while`, or notify for notifyAll.
 */
public class BoundedBuffer {
  private final int[] items = new int[1];
  private int count;

  synchronized void put(int item) throws InterruptedException {
    while (count == items.length) wait();
    items[count++] = item;
    notifyAll();
  }

  synchronized int take() throws InterruptedException {
    while (count == 0) wait();
    int item = items[--count];
    notifyAll();
    return item;
  }

  static int first, second;

  public static void main(String[] args) throws InterruptedException {
    BoundedBuffer buffer = new BoundedBuffer();
    Thread one = new Thread(() -> {
      try {
        first = buffer.take();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    Thread two = new Thread(() -> {
      try {
        second = buffer.take();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    one.start();
    two.start();
    buffer.put(1);
    buffer.put(2);
    one.join();
    two.join();
    System.out.println("consumers took " + first + " and " + second);
    assert first + second == 3 : "an item was lost or taken twice";
  }
}
