// outcomes: hook default hook
// why: a shutdown hook is a thread: its exception goes to the handler of all threads, and what that throws is ignored
public class HandlerThrowsInHook {
  public static void main(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> { System.out.println("default " + e.getMessage()); throw new RuntimeException("of the handler"); });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> { System.out.print("hook "); throw new IllegalStateException("hook"); }));
  }
}
