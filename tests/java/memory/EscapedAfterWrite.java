// `this` escapes when its final field is written already, before the constructor ends: who gets at it by a race is promised nothing.
// races sc: racy
// outcomes sc: none | 1
// outcomes jmm: none | 0 | 1
public class EscapedAfterWrite {
  static class Box {
    final int value;
    Box() {
      value = 1;
      shared = this;
    }
  }

  static Box shared;

  public static void main(String[] args) throws InterruptedException {
    String[] seen = {"none"};
    Thread writer = new Thread(Box::new);
    Thread reader = new Thread(() -> {
      Box b = shared;
      if (b != null) seen[0] = "" + b.value;
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen[0]);
  }
}
