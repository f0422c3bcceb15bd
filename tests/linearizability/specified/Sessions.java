import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A gate for two, and what its callers may be told; mistakes of specifications of sets and of moments. */
public class Sessions {
  private int here;
  /** 0 for who came first, 1 for the second; those of a pair wait for each other. */
  public synchronized int meet() throws InterruptedException {
    int mine = here++;
    if (mine % 2 == 0) while (here == mine + 1) wait();
    else notifyAll();
    return mine % 2;
  }

  public static class Pairs { public Object[] meet_meet() { return new Object[] {0, 1}; } }
  public static class EitherPair {
    public List<Object[]> meet_meetResults() { return List.of(new Object[] {0, 1}, new Object[] {1, 1}); }
    public void meet_meetReturns(Object[] results) { if (results.length != 2) throw new IllegalArgumentException(); }
  }
  public static class EqualPairs { public Object[] meet_meet() { return new Object[] {0, 0}; } }
  public static class Throwing { public Object[] meet_meet() { return new Object[] {0, new UnsupportedOperationException()}; } }
  /** The same in two moments: who has come as the first of two may return when the second one is there. */
  public static class Moments {
    private int came;
    public int meetBegins() { return came++; }
    public List<Object> meetResults(int place) { return place % 2 == 1 || came > place + 1 ? List.of(place % 2) : Collections.emptyList(); }
    public void meetReturns(int place, int result) { if (place % 2 != result) throw new IllegalArgumentException(); }
  }
  /** Nobody begins while another one is inside, so that nobody meets. */
  public static class OneByOne {
    private int inside;
    public void meetBegins() { if (inside++ > 0) throw new IllegalStateException(); }
    public int meet() { inside--; return 0; }
  }

  public static class WrongName { public Object[] meet_met() { return null; } }
  public static class WrongParameters { public Object[] meet_meet(int x) { return null; } }
  public static class NoArray { public int meet_meet() { return 0; } }
  public static class TooFew { public Object[] meet_meet() { return new Object[] {0}; } }
  public static class NoReturn { public int meetBegins() { return 0; } public int meet() { return 0; } }
  public static class WaitingBeginning {
    public synchronized void meetBegins() throws InterruptedException { wait(); }
    public int meet() { return 0; }
  }
  public static class Alone { public int meet() { return new ArrayList<>().size(); } }
}
