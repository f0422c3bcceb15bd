// outcomes: a | a/b
// why: who has the lock first decides: main exits while it has it, and then nobody prints; or the other thread prints before main can have it
public class ExitWithLock {
  public static void main(String[] args) {
    Object lock = new Object();
    System.out.println("a");
    Thread t = new Thread(() -> {
      synchronized (lock) {
        System.out.println("b");
      }
    });
    t.start();
    synchronized (lock) {
      System.exit(0);
    }
  }
}
