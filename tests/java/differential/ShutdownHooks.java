// exit: 3
/** Hooks run after main and what it started, or at System.exit; a removed one does not run. */
public class ShutdownHooks {
  static int sum;

  static Thread hook(String text) { return new Thread(() -> System.out.println(text + " " + sum), "hook-" + text); }

  public static void main(String[] args) throws Exception {
    Thread last = new Thread(() -> {
      System.out.println("last in " + Thread.currentThread().getName());
      try {
        Runtime.getRuntime().addShutdownHook(hook("late"));
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
      System.out.println(Runtime.getRuntime().availableProcessors() > 0);
    }, "hooked");
    Thread removed = hook("removed");
    Runtime.getRuntime().addShutdownHook(removed);
    Runtime.getRuntime().addShutdownHook(last);
    try {
      Runtime.getRuntime().addShutdownHook(last);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(Runtime.getRuntime().removeShutdownHook(removed) + " " + Runtime.getRuntime().removeShutdownHook(removed));
    Thread worker = new Thread(() -> sum++);
    worker.start();
    worker.join();
    try {
      System.exit(3);
    } finally {
      System.out.println("never");
    }
  }
}
