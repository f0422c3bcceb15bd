// A join that waits is interrupted, or the thread that it waits for ends before.
public class InterruptedJoin {
  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> { });
    Thread b = new Thread(() -> {
      try {
        a.join();
        System.out.println("joined");
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    });
    Thread c = new Thread(() -> b.interrupt());
    a.start();
    b.start();
    c.start();
    b.join();
    c.join();
  }
}
