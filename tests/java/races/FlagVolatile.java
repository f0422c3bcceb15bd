// The volatile flag orders the data.
// races: none
public class FlagVolatile {
  static int data;
  static volatile boolean ready;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      data = 42;
      ready = true;
    });
    t.start();
    if (ready) assert data == 42;
    t.join();
  }
}
