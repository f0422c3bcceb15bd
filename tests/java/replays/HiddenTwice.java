import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.function.IntUnaryOperator;

/** Threads that define the same hidden class each, in either order, and lose an update of a static field of it. */
public class HiddenTwice {
  static class Counter implements IntUnaryOperator {
    static int count;

    public int applyAsInt(int n) {
      count += n;
      return count;
    }
  }

  static final IntUnaryOperator[] counters = new IntUnaryOperator[2];

  static void define(int i) {
    try (InputStream in = HiddenTwice.class.getResourceAsStream("HiddenTwice$Counter.class")) {
      Class<?> hidden = MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
      counters[i] = (IntUnaryOperator) hidden.getDeclaredConstructor().newInstance();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void both(Runnable first, Runnable second) throws InterruptedException {
    Thread other = new Thread(first);
    other.start();
    second.run();
    other.join();
  }

  public static void main(String[] args) throws InterruptedException {
    both(() -> define(0), () -> define(1));
    both(() -> counters[0].applyAsInt(1), () -> counters[0].applyAsInt(1));
    int all = counters[0].applyAsInt(0) + counters[1].applyAsInt(0);
    assert all == 2 : "counted " + all + " in " + counters[0].getClass().getName();
  }
}
