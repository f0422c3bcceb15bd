// where: CountedPolls.java:9
// outcomes: seen
/** Rounds are counted in a long, doubled for a back-off, and nobody ever asks how many there were. */
public class CountedPolls {
  static volatile boolean flag, other;
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread poller = new Thread(() -> {
      for (long n = 1; !flag; n += n & 7) if ((n & 3) == 0) Thread.yield();
    }, "poller");
    poller.start();
    if (right) flag = true; else other = true;
    poller.join();
    System.out.println("seen");
  }
}
