import java.util.Collections;
import java.util.List;

/** Specifications of a queue that are none. */
public class Mistakes {
  public static class Twice extends Mistakes {
    public Object poll() { return null; }
    public List<Object> pollResults() { return Collections.singletonList(null); }
  }
  public static class NoEffect extends Mistakes {
    public List<Object> pollResults() { return Collections.singletonList(null); }
    public void pollReturns() {}
  }
  public static class NoList extends Mistakes {
    public int pollResults() { return 1; }
  }
  public static class Nothing extends Mistakes {
    public void poll() {}
  }
  public static class OtherParameters extends Mistakes {
    public List<Object> pollResults(int k) { return Collections.singletonList(null); }
  }
  public static class Fails extends Mistakes {
    public List<Object> pollResults() { throw new IllegalStateException("no such state"); }
  }
  public static class WrongType extends Mistakes {
    public List<?> pollResults() { return Collections.singletonList("text"); }
    public void pollReturns(Integer result) {}
  }
  public static class Threads extends Mistakes {
    public Object poll() { new Thread(() -> {}).start(); return null; }
  }
  public boolean offer(Object x) { return true; }
}
