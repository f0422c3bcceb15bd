// verdict: verified
// outcomes: false | true
// Two threads set the seed of one generator. The method is synchronized, so the seed is that of the later one; the first
// number of either seed below 100 is told apart by that of a generator of the same seed.
import java.util.Random;

public class SeedsSetAtOnce {
  static final Random shared = new Random(7);

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> shared.setSeed(42)), u = new Thread(() -> shared.setSeed(1));
    t.start();
    u.start();
    t.join();
    u.join();
    int n = shared.nextInt(100), one = new Random(1).nextInt(100), other = new Random(42).nextInt(100);
    assert one != other && (n == one || n == other);
    System.out.println(n == one);
  }
}
