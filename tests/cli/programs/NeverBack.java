/** A spinning thread counts for ever, so that no state comes back where it goes on alone; two others may lose an update. */
public class NeverBack {
  static volatile int sum;
  static volatile long spins;
  static volatile boolean stop;
  public static void main(String[] a) throws Exception {
    Thread counts = new Thread(() -> { while (!stop) { spins = spins * 31 + 1; if (spins == 7) sum = 9; } });
    Thread adds = new Thread(() -> sum = sum + 1);
    counts.start();
    adds.start();
    sum = sum + 1;
    adds.join();
    stop = true;
    counts.join();
    System.out.println(sum == 2 ? "sum" : "lost");
  }
}
