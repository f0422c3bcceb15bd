// A thread that has written may still be alive, or over.
public class Alive {
  static volatile int written;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> { written = 1; });
    t.start();
    int seen = written;
    System.out.println(seen + " " + t.isAlive());
  }
}
