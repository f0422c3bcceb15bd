/** Prints much, but comes to its end; only the last word depends on the schedule. */
public class PrintsCounted {
  static volatile String winner;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 5000; ++i) System.out.print('x');
    Thread t = new Thread(() -> winner = "first");
    t.start();
    winner = "second";
    t.join();
    System.out.println(winner);
  }
}
