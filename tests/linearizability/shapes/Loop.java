package shapes;

import java.util.function.BooleanSupplier;

/** One function makes it go on for ever, in states that never come again; another does not. */
public class Loop {
  private int count;

  public synchronized int more(BooleanSupplier again) {
    while (again.getAsBoolean()) ++count;
    return count;
  }

  public synchronized int inc() {
    return ++count;
  }
}
