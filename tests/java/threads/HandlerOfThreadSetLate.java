// outcomes: end | caught end
// violation: uncaught-exception
// why: the handler of the thread is set by another one before it ends, or too late
public class HandlerOfThreadSetLate {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      throw new IllegalStateException();
    });
    Thread setter = new Thread(() -> t.setUncaughtExceptionHandler((thread, e) -> System.out.print("caught ")));
    setter.start();
    t.start();
    setter.join();
    t.join();
    System.out.println("end");
  }
}
