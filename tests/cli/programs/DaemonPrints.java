// What is printed last may be printed where only a daemon is left, or not at all.
public class DaemonPrints {
  public static void main(String[] args) {
    Thread d = new Thread(() -> System.out.print("d"));
    d.setDaemon(true);
    d.start();
    System.out.print("m");
  }
}
