// exit: 1
// The main class itself fails to initialise.
public class ExitInit {
  static {
    System.out.println("static initialiser");
    if (true) throw new RuntimeException("in the initialiser of the main class");
  }

  public static void main(String[] args) {
    System.out.println("never");
  }
}
