// races: none
// The orders of an adder's own variables are those that it has chosen: none of the program's business.
import java.util.concurrent.atomic.LongAdder;

public class Adder {
  public static void main(String[] args) throws Exception {
    LongAdder adder = new LongAdder();
    Thread a = new Thread(adder::increment), b = new Thread(adder::increment);
    a.start();
    b.start();
    a.join();
    b.join();
    if (adder.sum() != 2) throw new AssertionError();
  }
}
