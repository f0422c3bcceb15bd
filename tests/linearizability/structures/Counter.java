// Correct: every method holds the lock.
public class Counter {
  private int value;
  public synchronized int increment() { return ++value; }
  public synchronized int get() { return value; }
}
