// where: WaitForEachOther.java:12
// where: WaitForEachOther.java:13
// hotspot: hang
// outcomes: both
/** Each thread announces itself only after it has seen the other. */
public class WaitForEachOther {
  static volatile boolean a, b;
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread x = new Thread(() -> {
      if (right) a = true;
      while (!b) Thread.onSpinWait(); a = true; }, "x");
    Thread y = new Thread(() -> { while (!a) Thread.yield(); b = true; }, "y");
    x.start();
    y.start();
    x.join();
    y.join();
    System.out.println("both");
  }
}
