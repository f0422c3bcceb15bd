/** What a daemon does may come before the end of the program, or never. */
public class Background {
  static int done;

  public static void main(String[] args) {
    Thread t = new Thread(() -> {
      done++;
      System.out.print("b");
    });
    t.setDaemon(true);
    t.start();
    System.out.print(done);
  }
}
