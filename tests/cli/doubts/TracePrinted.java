/** To print a trace without end, exceptions are looked up by their hash codes: in no order. */
public class TracePrinted {
  static class Own extends RuntimeException {
    Own(Throwable cause) {
      super("own", cause);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> new Own(new Own(null)).printStackTrace(System.out));
    t.start();
    t.join();
  }
}
