// outcomes: x | xH
// violation: uncaught-exception
// why: who registers a hook while the program exits is told so by an exception, or is early enough and the hook runs, or does not come to it any more
public class HookTooLate {
  public static void main(String[] args) {
    System.out.print("x");
    new Thread(() -> Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print("H")))).start();
    System.exit(0);
  }
}
