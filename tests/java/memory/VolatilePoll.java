// A volatile flag that is polled: every look sees the newest value.
// races sc: free
// outcomes sc: done
// outcomes jmm: done
public class VolatilePoll {
  static volatile boolean stop;

  public static void main(String[] args) throws InterruptedException {
    Thread poller = new Thread(() -> {
      while (!stop) Thread.onSpinWait();
    });
    poller.start();
    stop = true;
    poller.join();
    System.out.println("done");
  }
}
