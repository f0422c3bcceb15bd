// A reference published by a race: the reader may see the object's field as it was before the constructor, or in the
// middle of it. Under sequential consistency it sees neither.
// races sc: racy
// outcomes sc: none | 2
// outcomes jmm: none | 0 | 1 | 2
public class UnsafePublication {
  static class Box {
    int value;
    Box() {
      value = 1;
      value = 2;
    }
  }

  static Box shared;
  static String seen = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> shared = new Box());
    Thread reader = new Thread(() -> {
      Box b = shared;
      if (b != null) seen = "" + b.value;
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
