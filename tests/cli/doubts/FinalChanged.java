import java.lang.reflect.Field;

/** Reflection changes a final field that main reads: before the first choice among the threads, or after it ("late"). */
public class FinalChanged {
  static class Box {
    final int value;
    Box(int value) { this.value = value; }
  }

  static volatile boolean begun;

  public static void main(String[] args) throws Exception {
    Box box = new Box(1);
    Field field = Box.class.getDeclaredField("value");
    field.setAccessible(true);
    Thread writer = new Thread(() -> {
      try {
        begun = true;
        field.setInt(box, 2);
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    });
    writer.start();
    if (args.length > 0 && begun) System.out.print("begun ");
    int seen = box.value;
    System.out.println(seen);
    writer.join();
  }
}
