import java.util.concurrent.atomic.AtomicInteger;

// A box goes from thread to thread through a volatile field, with what is in it; another field is read without an order.
public class HandedOver {
  static final class Box {
    int content = 1;
  }

  static volatile Box box;
  static int plain = 1;
  static final AtomicInteger turns = new AtomicInteger();

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      plain = 2;
      Box b = new Box();
      b.content = 7;
      box = b;
      turns.addAndGet(1);
    });
    Thread reader = new Thread(() -> {
      Box b = box;
      if (b != null && b.content != 7) throw new AssertionError();
      turns.addAndGet(2);
    });
    writer.start();
    reader.start();
    System.out.println(plain);
    writer.join();
    reader.join();
  }
}
