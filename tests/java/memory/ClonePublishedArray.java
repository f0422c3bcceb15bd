// A clone is made by no constructor and has no freeze: who gets an array by a race may see it before what clone() wrote
// into it.
// races sc: racy
// outcomes sc: none | 1
// outcomes jmm: none | 1 | 0
public class ClonePublishedArray {
  static final int[] original = {1};
  static int[] shared;
  static String seen = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> shared = original.clone());
    Thread reader = new Thread(() -> {
      int[] found = shared;
      if (found != null) seen = "" + found[0];
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
