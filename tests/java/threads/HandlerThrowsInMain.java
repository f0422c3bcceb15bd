// outcomes: main
// violation: exit-status
// why: main's handler is one like others: what it throws is ignored, and the program ends; with status 1, as java does
public class HandlerThrowsInMain {
  public static void main(String[] args) {
    Thread.currentThread().setUncaughtExceptionHandler((t, e) -> { System.out.println(e.getMessage()); throw new IllegalArgumentException("of the handler"); });
    throw new IllegalStateException("main");
  }
}
