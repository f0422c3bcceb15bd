// Shutdown hooks can be added and removed.
public class ShutdownHook {
  public static void main(String[] args) {
    Thread h = new Thread(() -> System.out.println("hook"));
    Runtime.getRuntime().addShutdownHook(h);
    System.out.println(Runtime.getRuntime().removeShutdownHook(h));
    System.out.println("main ends without a hook");
  }
}
