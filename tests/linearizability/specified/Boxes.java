import java.util.function.IntBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Parameters of all kinds. */
public class Boxes {
  private long sum;
  public synchronized long addLong(Long x) { return sum += x; }
  public synchronized double addDouble(double x) { return sum += (long) x; }
  public synchronized char addChar(char c) {
    sum += c;
    return c;
  }
  public synchronized Byte addByte(Byte b) {
    sum += b;
    return b;
  }
  public synchronized float addBoth(Float x, short y) { return sum += x.longValue() + y; }
  public synchronized int combine(int x, IntBinaryOperator f) { return (int) (sum = f.applyAsInt((int) sum, x)); }
  public synchronized boolean test(Predicate<Object> p) { return p.test((int) sum); }
  public synchronized Object otherwise(Supplier<Object> s) { return sum == 0 ? s.get() : sum; }
}
