package shapes;

/** Only its static methods make one. */
public class ByFactory {
  private int n;

  private ByFactory(int n) {
    this.n = n;
  }

  public static ByFactory of(int n, Thread owner) {
    return new ByFactory(n);
  }

  public static ByFactory of(int n) {
    return new ByFactory(n);
  }

  public int inc() {
    return ++n;
  }
}
