/** A thread ends with an exception in some schedules; main then misses its result. */
public class DiesBeside {
  static volatile boolean closed;
  static int result;

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(() -> {
      if (closed) throw new IllegalStateException("closed");
      result = 1;
    });
    worker.start();
    closed = true;
    worker.join();
    assert result == 1 : "no result";
  }
}
