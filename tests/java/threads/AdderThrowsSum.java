// outcomes: 4
// violation: assertion
// why: the sum is 4 in every execution, before there is any other thread
import java.util.concurrent.atomic.LongAdder;

public class AdderThrowsSum {
  public static void main(String[] args) throws Exception {
    LongAdder adder = new LongAdder();
    adder.increment();
    adder.add(3);
    System.out.println(adder.sum());
    if (adder.sum() == 4) throw new AssertionError(String.format("%d", adder.sum()));
  }
}
