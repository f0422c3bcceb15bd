// outcomes: m | d/m | m/d
// why: the daemon prints before main does, or between that and the exit, or not at all; that main exits by reflection makes no difference
public class DaemonAndReflectiveExit {
  public static void main(String[] args) throws Exception {
    Thread daemon = new Thread(() -> System.out.println("d"));
    daemon.setDaemon(true);
    daemon.start();
    System.out.println("m");
    Runtime.class.getMethod("ex" + "it", int.class).invoke(Runtime.getRuntime(), 0);
  }
}
