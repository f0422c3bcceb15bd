// ScopedValue: binding, nesting, rebinding, unbound access.
import java.util.NoSuchElementException;

public class ScopedValues {
  static final ScopedValue<String> USER = ScopedValue.newInstance();
  static final ScopedValue<Integer> LEVEL = ScopedValue.newInstance();

  static void show(String where) {
    System.out.println(where + " " + USER.orElse("nobody") + " " + LEVEL.isBound());
  }

  public static void main(String[] args) {
    show("outside");
    ScopedValue.where(USER, "ann").run(() -> {
      show("inside");
      ScopedValue.where(USER, "bob").where(LEVEL, 3).run(() -> show("nested"));
      show("back");
    });
    int r = ScopedValue.where(LEVEL, 20).call(() -> LEVEL.get() + 1);
    System.out.println(r);
    try {
      USER.get();
    } catch (NoSuchElementException e) {
      System.out.println("unbound");
    }
    try {
      ScopedValue.where(USER, "x").run(() -> {
        throw new IllegalStateException("through " + USER.get());
      });
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    show("end");
  }
}
