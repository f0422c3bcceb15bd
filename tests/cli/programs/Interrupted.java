/** A join that is interrupted although the thread it waits for has nothing to do. */
public class Interrupted {
  public static void main(String[] args) throws InterruptedException {
    Thread me = Thread.currentThread();
    Thread other = new Thread(() -> me.interrupt());
    Thread idle = new Thread(() -> { });
    other.start();
    idle.start();
    try {
      idle.join();
      System.out.print("joined");
    } catch (InterruptedException e) {
      System.out.print("interrupted");
    }
  }
}
