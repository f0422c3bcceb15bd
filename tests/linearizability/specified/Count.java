/** What Levels is to do. */
public class Count {
  private int n;

  public void inc() {
    n++;
  }

  public int exact() {
    return n;
  }

  public int shy() {
    return n;
  }

  public int stale() {
    return n;
  }

  public int late() {
    return n;
  }

  public int wrong() {
    return n;
  }
}
