import java.util.function.IntSupplier;

/** A lambda whose class comes into being while threads run, and whose captured values are published by a race. */
public class LateLambda {
  static IntSupplier supplier;
  static int plain;

  static void publish(int n) {
    plain = n;
    supplier = () -> plain - n;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> publish(args.length + 1));
    other.start();
    IntSupplier seen = supplier;
    if (seen != null && seen.getAsInt() != 0) throw new IllegalStateException("seen");
    other.join();
  }
}
