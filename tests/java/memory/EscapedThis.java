// `this` escapes before the constructor ends: no promise for the final field.
// races sc: racy
// outcomes sc: none | 0 | 2
// outcomes jmm: none | 0 | 2
public class EscapedThis {
  static class Box {
    final int value;
    Box() {
      shared = this;
      value = 2;
    }
  }

  static Box shared;
  static String seen = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(Box::new);
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
