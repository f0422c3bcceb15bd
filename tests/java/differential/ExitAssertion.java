// exit: 1
// Assertions are on; a failing one carries its detail message.
public class ExitAssertion {
  static boolean enabled;

  static boolean enable() {
    enabled = true;
    return true;
  }

  public static void main(String[] args) {
    assert enable();
    System.out.println("assertions " + enabled);
    try {
      assert 1 + 1 == 3 : "sum " + (1 + 1);
    } catch (AssertionError e) {
      System.out.println(e.getMessage() + " " + e.getCause());
    }
    try {
      assert false : new IllegalStateException("as cause");
    } catch (AssertionError e) {
      System.out.println(e.getMessage() + " " + e.getCause().getMessage());
    }
    int x = args.length + 4;
    assert x == 5 : x;
    System.out.println("unreached");
  }
}
