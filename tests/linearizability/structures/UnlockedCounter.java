// Seeded bug: no lock, so that an increment is lost.
public class UnlockedCounter {
  private int value;
  public int increment() { return ++value; }
  public int get() { return value; }
}
