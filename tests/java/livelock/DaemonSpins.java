// where: DaemonSpins.java:8
// hotspot: hang
// outcomes: main ends
/** A daemon that spins for ever keeps nobody from ending, unless somebody waits for it. */
public class DaemonSpins {
  static volatile int never;
  public static void main(String[] args) throws Exception {
    Thread daemon = new Thread(() -> { while (never == 0) Thread.onSpinWait(); }, "daemon");
    daemon.setDaemon(true);
    daemon.start();
    if (args.length == 0) synchronized (daemon) { if (never == 0) daemon.join(); }
    System.out.println("main ends");
  }
}
