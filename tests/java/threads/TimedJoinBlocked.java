// outcomes: end
// violation: deadlock
// why: join(100) needs the monitor before it can time out, and the thread keeps it until main has come back
import java.util.concurrent.CountDownLatch;

public class TimedJoinBlocked {
  static class Worker extends Thread {
    final CountDownLatch go = new CountDownLatch(1);

    @Override public synchronized void run() {
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Worker w = new Worker();
    w.start();
    w.join(100);
    w.go.countDown();
    w.join();
    System.out.println("end");
  }
}
