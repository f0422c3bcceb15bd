// The reference is read twice: it was there, and is not.
public class CheckedThenNull {
  static volatile String session = "open";

  public static void main(String[] args) {
    new Thread(() -> session = null).start();
    if (session != null)
      session.length();
  }
}
