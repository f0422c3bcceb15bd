// outcomes: 1 default w gone
// why: an exception that a handler throws is ignored (Thread.UncaughtExceptionHandler), be it that of a thread, a group or all threads; the thread is over
public class HandlerThrows {
  static volatile int handled;
  static void run(ThreadGroup group, String message, Thread.UncaughtExceptionHandler handler) throws InterruptedException {
    Thread t = new Thread(group, () -> { throw new IllegalStateException(message); });
    if (handler != null) t.setUncaughtExceptionHandler(handler);
    t.start();
    t.join();
  }
  public static void main(String[] args) throws Exception {
    run(null, "t", (t, e) -> { handled++; throw new RuntimeException("of a handler"); });
    System.out.print(handled + " ");
    run(new ThreadGroup("g") {
      @Override public void uncaughtException(Thread t, Throwable e) { throw new RuntimeException("of a group"); }
    }, "g", null);
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> { System.out.print("default " + e.getMessage() + " "); throw new RuntimeException("of all"); });
    run(null, "w", null);
    System.out.println("gone");
  }
}
