// where: FlagNobodySets.java:9
// hotspot: hang
// outcomes: stopped
/** A worker spins on a flag; whoever was to set it sets another one. */
public class FlagNobodySets {
  static volatile boolean stop, stopped;
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread worker = new Thread(() -> { while (!stop) Thread.onSpinWait(); }, "worker");
    worker.start();
    if (right) stop = true; else stopped = true;
    worker.join();
    System.out.println("stopped");
  }
}
