// JDK-8301341: on JDK 17 a timed poll spins for ever in the queue when another thread has cleaned up.
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

public class LoopsInLibrary {
  public static void main(String[] args) {
    LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
    Runnable poll = () -> {
      try {
        queue.poll(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        // nobody interrupts
      }
    };
    new Thread(poll).start();
    new Thread(poll).start();
  }
}
