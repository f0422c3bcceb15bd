// The same with a final field: the freeze at the end of the constructor (JLS 17.5).
// races sc: racy
// outcomes sc: none | 2
// outcomes jmm: none | 2
public class FinalField {
  static class Box {
    final int value;
    Box() {
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
