// outcomes: 0 | 1 | 2
// why: main may ask before, between and after the two updates; that it asks is seen in no class file but by the method that is handed on
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

public class CountsAsked {
  static final AtomicInteger count = new AtomicInteger();
  static final IntSupplier asked = count::get;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { count.incrementAndGet(); count.incrementAndGet(); });
    t.start();
    int seen = asked.getAsInt();
    t.join();
    System.out.println(seen);
  }
}
