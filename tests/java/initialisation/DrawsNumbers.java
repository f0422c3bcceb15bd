// outcomes: 1 2 | 2 1
// why: each initialiser draws from a counter, in the order in which the classes are first asked for
import java.util.concurrent.atomic.AtomicInteger;

public class DrawsNumbers {
  static final AtomicInteger next = new AtomicInteger();
  static class K { static final int ID = next.incrementAndGet(); static void touch() {} }
  static class L { static final int ID = next.incrementAndGet(); static void touch() {} }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { K.touch(); L.touch(); });
    t.start();
    L.touch();
    K.touch();
    t.join();
    System.out.println(K.ID + " " + L.ID);
  }
}
