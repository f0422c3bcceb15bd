// outcomes: 6 6
// why: both threads have added when main asks; the first use of formatting comes before main, and the sums are asked for before the first choice
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

public class AdderReadAtEnd {
  public static void main(String[] args) throws Exception {
    LongAdder adder = new LongAdder();
    adder.add(4);
    long alone = adder.sum();
    Thread t = new Thread(adder::increment), u = new Thread(adder::increment);
    t.start();
    u.start();
    t.join();
    u.join();
    if (alone != 4) throw new AssertionError(String.format("%d", alone));
    DoubleAdder other = new DoubleAdder();
    other.add(6);
    System.out.println(adder.sum() + " " + (int) other.sum());
  }
}
