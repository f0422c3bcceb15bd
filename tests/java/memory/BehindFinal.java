// What is reachable through a final field is seen as it was at the end of the constructor at least: the array has its 1,
// but may lack the 2 that was written later.
// races sc: racy
// outcomes sc: none | 1 2
// outcomes jmm: none | 1 2 | 1 0
public class BehindFinal {
  static class Holder {
    final int[] values;
    Holder() {
      values = new int[2];
      values[0] = 1;
    }
  }

  static Holder shared;
  static String seen = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      Holder h = new Holder();
      h.values[1] = 2;
      shared = h;
    });
    Thread reader = new Thread(() -> {
      Holder h = shared;
      if (h != null) seen = h.values[0] + " " + h.values[1];
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
