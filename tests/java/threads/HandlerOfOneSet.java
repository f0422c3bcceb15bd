// outcomes: 0 | 1
// violation: uncaught-exception
// why: another thread may set the handler of the one that throws in time, or too late
public class HandlerOfOneSet {
  static int handled;
  static Thread throwing;
  public static void main(String[] args) throws Exception {
    throwing = new Thread(() -> { throw new IllegalStateException(); });
    Thread sets = new Thread(() -> throwing.setUncaughtExceptionHandler((t, e) -> handled = 1));
    throwing.start();
    sets.start();
    throwing.join();
    sets.join();
    System.out.println(handled);
  }
}
