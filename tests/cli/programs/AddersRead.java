import java.util.concurrent.atomic.LongAdder;

/** Two threads add to a LongAdder to which main has added; main reads it once they are over. */
public class AddersRead {
  static final LongAdder sum = new LongAdder();

  public static void main(String[] args) throws InterruptedException {
    sum.add(5);
    Thread a = new Thread(sum::increment), b = new Thread(() -> sum.add(2));
    a.start();
    b.start();
    a.join();
    b.join();
    assert sum.sum() == 8 : "the sum is " + sum.sum();
    System.out.println(sum);
  }
}
