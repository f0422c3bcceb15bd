// A clone is made by no constructor and has no freeze: who gets it by a race may miss what clone() wrote into its
// fields, each for itself.
// races sc: racy
// outcomes sc: none | 1 x
// outcomes jmm: none | 1 x | 0 x | 1 null | 0 null
public class ClonePublishedObject {
  static class Box implements Cloneable {
    int number = 1;
    String name = "x";

    Box copy() {
      try {
        return (Box) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static final Box original = new Box();
  static Box shared;
  static String seen = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> shared = original.copy());
    Thread reader = new Thread(() -> {
      Box found = shared;
      if (found != null) seen = found.number + " " + found.name;
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
