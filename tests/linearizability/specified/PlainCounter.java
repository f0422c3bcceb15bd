public class PlainCounter {
  private int count;

  public int increment() {
    return count++;
  }

  public int incrementUnlocked() {
    return count++;
  }
}
