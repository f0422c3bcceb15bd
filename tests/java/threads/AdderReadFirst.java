// outcomes: 0 | 1
// why: the sum may be asked for before or after the increment; the Threads lie in a static array, so both run to an access before there is a choice
import java.util.concurrent.atomic.LongAdder;

public class AdderReadFirst {
  static final LongAdder adder = new LongAdder();
  static final Thread[] threads = new Thread[2];
  static long sum;
  public static void main(String[] args) throws Exception {
    threads[0] = new Thread(() -> sum = adder.sum());
    threads[1] = new Thread(adder::increment);
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(sum);
  }
}
