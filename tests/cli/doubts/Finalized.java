// Objects with finalizers, with one that does nothing, and with none: a JVM may run the first behind any step.
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

public class Finalized {
  static volatile boolean ran;

  @Override
  protected void finalize() { ran = true; }

  static class Derived extends Finalized {}
  static class Empty extends Finalized {
    @Override
    protected void finalize() {}
  }
  static class None {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "own" -> new Finalized();
      case "derived" -> new Derived();
      case "empty" -> new Empty();
      case "reflected" -> Finalized.class.getDeclaredConstructor().newInstance();
      case "none" -> new None();
      case "queue" -> new WeakReference<>(new None(), new ReferenceQueue<>());
    }
    System.gc();
    System.out.println(ran);
  }
}
