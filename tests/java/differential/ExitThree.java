// exit: 3
// System.exit with a status.
public class ExitThree {
  public static void main(String[] args) {
    System.out.println("leaving with 3");
    Runnable r = () -> System.exit(3);
    r.run();
    System.out.println("never");
  }
}
