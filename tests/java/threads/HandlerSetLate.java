// outcomes: end | caught end
// violation: uncaught-exception
// why: the handler for all threads is there when the thread ends, or it is not yet
public class HandlerSetLate {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      throw new IllegalStateException();
    });
    t.start();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.print("caught "));
    t.join();
    System.out.println("end");
  }
}
