// Races on both variables; without an order between them the flag may be seen and the data not.
public class Published {
  static int data;
  static boolean ready;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      data = 42;
      ready = true;
    });
    t.start();
    if (ready && data != 42) throw new AssertionError("half published");
    t.join();
    System.out.println(data);
  }
}
