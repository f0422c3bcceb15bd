// A queue hands the object over.
// races: none
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class HandedOver {
  static class Box {
    int value;
  }

  public static void main(String[] args) throws Exception {
    BlockingQueue<Box> queue = new ArrayBlockingQueue<>(1);
    Thread t = new Thread(() -> {
      Box box = new Box();
      box.value = 1;
      queue.add(box);
    });
    t.start();
    Box box = queue.take();
    box.value++;
    assert box.value == 2;
    t.join();
  }
}
