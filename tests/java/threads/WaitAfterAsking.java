// outcomes: done
// violation: deadlock
// why: the thread may end, and notify those who wait on it, between the question and the wait: then nobody wakes main
public class WaitAfterAsking {
  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(() -> { });
    worker.start();
    if (worker.isAlive()) {
      synchronized (worker) {
        worker.wait();
      }
    }
    System.out.println("done");
  }
}
