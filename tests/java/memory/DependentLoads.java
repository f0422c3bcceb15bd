// What is ordered by --dependent-loads=ordered: what is read through the reference, and behind that.
// Not: what the writer did with no fence behind it, and variables that the thread gets at in another way.
// outcomes sc: none | 7 1 7
// outcomes jmm: 0 0 0 | 0 0 7 | 0 1 0 | 0 1 7 | 7 0 0 | 7 0 7 | 7 1 0 | 7 1 7 | none
// outcomes jmm --dependent-loads=ordered: 7 0 0 | 7 0 7 | 7 1 0 | 7 1 7 | none
// races sc: racy
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DependentLoads {
  static class Box {
    int before, after;
  }

  static Box box;
  static int beside;
  static final VarHandle BOX;
  static String seen = "none";

  static {
    try {
      BOX = MethodHandles.lookup().findStaticVarHandle(DependentLoads.class, "box", Box.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      Box b = new Box();
      beside = 1;
      b.before = 7;
      VarHandle.releaseFence();
      b.after = 7;
      box = b;
    });
    Thread reader = new Thread(() -> {
      Box b = box;
      if (b != null) seen = b.before + " " + beside + " " + b.after;
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
