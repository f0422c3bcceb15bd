// Virtual threads, started and joined.
public class VirtualThreads {
  static int shared;

  public static void main(String[] args) throws InterruptedException {
    Thread v = Thread.ofVirtual().name("virt").start(() -> {
      shared += 5;
      System.out.println(Thread.currentThread().isVirtual() + " " + Thread.currentThread().isDaemon() + " " + Thread.currentThread().getName());
    });
    v.join();
    System.out.println(shared + " " + v.isAlive() + " " + v.getState());
    Thread w = Thread.startVirtualThread(() -> shared *= 2);
    w.join();
    Thread u = Thread.ofVirtual().unstarted(() -> shared++);
    System.out.println(u.getState());
    u.start();
    u.join();
    System.out.println(shared);
    Thread p = Thread.ofPlatform().name("plat").daemon(true).start(() -> shared = -1);
    p.join();
    System.out.println(shared + " " + p.getName() + " " + p.isVirtual());
  }
}
