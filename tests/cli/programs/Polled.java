import java.util.concurrent.atomic.AtomicInteger;

/** A loop that ends as soon as the other thread has run. */
public class Polled {
  static int flag;
  static final AtomicInteger step = new AtomicInteger();

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      while (flag == 0) { }
    });
    t.start();
    step.set(1);
    flag = 1;
    t.join();
    System.out.println("over");
  }
}
