// Whoever asks whether it is closed goes on with an answer that is not true any more.
public class CheckedTooEarly {
  static volatile boolean closed;
  static volatile int left = 1;

  static void close() {
    closed = true;
    left = 0;
  }

  public static void main(String[] args) {
    new Thread(CheckedTooEarly::close).start();
    if (closed)
      return;
    assert left == 1 : "closed";
  }
}
