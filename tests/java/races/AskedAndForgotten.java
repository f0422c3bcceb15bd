// races: AskedAndForgotten.value
// Who asks whether a thread is alive comes after it if it is not, and after nothing if it is; that the answer is not looked at does not make these the same.
public class AskedAndForgotten {
  static int value;

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> value = 1);
    Thread asker = new Thread(() -> {
      writer.isAlive();
      synchronized (AskedAndForgotten.class) {
        value = 2;
      }
    });
    writer.start();
    asker.start();
    asker.join();
    writer.join();
    System.out.println(value);
  }
}
