// outcomes: begins, interrupted 0 | waits, returned 1 | waits, interrupted 1
// why: whoever is interrupted while another thread holds the monitor leaves the wait set at once, though it can't go on yet: on HotSpot the notifyAll comes too late for it, as a rule. Only if it has not left yet does it return normally
public class InterruptInsideMonitor {
  static final Object o = new Object();
  static boolean waits;
  static int n;

  public static void main(String[] args) throws Exception {
    Thread w = new Thread(() -> {
      String was = "begins, ";
      synchronized (o) {
        waits = true;
        try {
          o.wait();
          System.out.println("waits, returned " + n);
        } catch (InterruptedException e) {
          System.out.println((n == 0 ? was : "waits, ") + "interrupted " + n);
        }
      }
    });
    w.start();
    synchronized (o) {
      w.interrupt();
      if (waits) n = 1;
      o.notifyAll();
    }
    w.join();
  }
}
