// The producer goes on writing what it has given away.
// races: TouchedAfterHandOver$Box.value
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class TouchedAfterHandOver {
  static class Box {
    int value;
  }

  public static void main(String[] args) throws Exception {
    BlockingQueue<Box> queue = new ArrayBlockingQueue<>(1);
    Thread t = new Thread(() -> {
      Box box = new Box();
      queue.add(box);
      box.value = 1;
    });
    t.start();
    Box box = queue.take();
    box.value++;
    t.join();
  }
}
