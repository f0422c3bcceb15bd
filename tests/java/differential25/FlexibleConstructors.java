// Statements before super(...) and this(...), and what they may touch.
public class FlexibleConstructors {
  static class Base {
    Base(int k) {
      System.out.println("Base " + k + " " + describe());
    }

    String describe() {
      return "base";
    }
  }

  static class Sub extends Base {
    final int size;

    Sub(int n) {
      if (n < 0) throw new IllegalArgumentException("checked before super: " + n);
      size = n * 2; // set before the super constructor calls describe
      int arg = n + 1;
      super(arg);
    }

    Sub(String s) {
      var parsed = Integer.parseInt(s.trim());
      this(parsed);
      System.out.println("after this");
    }

    @Override String describe() {
      return "sub of size " + size;
    }
  }

  public static void main(String[] args) {
    new Sub(4);
    new Sub(" 7 ");
    try {
      new Sub(-1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
