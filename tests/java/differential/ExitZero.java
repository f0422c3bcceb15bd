// System.exit(0) ends the program at once: no finally block, no other thread, no later output.
public class ExitZero {
  public static void main(String[] args) {
    try {
      System.out.println("first");
      System.exit(0);
    } finally {
      System.out.println("never");
    }
  }
}
