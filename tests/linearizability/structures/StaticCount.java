// Correct, with static state: one sequential execution must not see what another has left.
public class StaticCount {
  private static int value;
  public int increment() { synchronized (StaticCount.class) { return ++value; } }
}
