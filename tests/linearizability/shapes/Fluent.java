package shapes;

/** Each call is one step; what it returns is asked for its text later. */
public class Fluent {
  private int sum;

  public synchronized Fluent add(int n) {
    sum += n;
    return this;
  }

  public synchronized Object addAndGet(int n) {
    sum += n;
    return sum;
  }

  public CharSequence text() {
    return toString();
  }

  public Void done() {
    return null;
  }

  @Override
  public synchronized String toString() {
    return "Fluent " + sum;
  }
}
