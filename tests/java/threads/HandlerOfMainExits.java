// outcomes: taken
// why: the handler ends the JVM with status 0, which is then the status: nothing else is known of what left main
public class HandlerOfMainExits {
  public static void main(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> { System.out.println("taken"); System.exit(0); });
    throw new IllegalStateException("main");
  }
}
