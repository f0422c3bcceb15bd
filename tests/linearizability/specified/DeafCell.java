/** Whoever reads it waits for ever. One specification says so, the others say nothing. */
public class DeafCell {
  public void set(int value) {}
  public synchronized int get() throws InterruptedException { for (;;) wait(); }

  public static class Honest {
    public void set(int value) {}
    public int get() { for (;;); }
  }
  public static class Silent {
    public void set(int value) {}
    public Object[] getResults() { for (;;); }
  }
  public static class Waiting {
    public void set(int value) {}
    public synchronized Object[] getResults() throws InterruptedException { for (;;) wait(); }
  }
  public static class EndlessReturns {
    public void set(int value) {}
    public Object[] getResults() { return new Object[] {0, 1}; }
    public void getReturns(int result) { if (result == 0) for (;;); }
  }
  public static class NeverMade {
    public NeverMade() { for (;;); }
    public void set(int value) {}
    public int get() { return 0; }
  }
}
