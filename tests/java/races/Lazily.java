// lazySet is a release: it orders the data, but is weaker than volatile, so that it races with a read.
// races: java.util.concurrent.atomic.AtomicInteger.value
// weaker: java.util.concurrent.atomic.AtomicInteger.value
import java.util.concurrent.atomic.AtomicInteger;

public class Lazily {
  static int data;
  static final AtomicInteger flag = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      data = 1;
      flag.lazySet(1);
    });
    t.start();
    if (flag.get() == 1) assert data == 1;
    t.join();
  }
}
