/** Counts under a lock, and tells the number without it: by a plain read, which may go back under the Java Memory Model. */
public class UnlockedGet {
  private int n;
  public synchronized void inc() { ++n; }
  public int get() { return n; }
}
