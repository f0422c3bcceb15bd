/**
 * A result and a flag that says that it is there, both plain. No interleaving goes wrong, so that the program is right as long
 * as memory is sequentially consistent. In Java it is not: the two threads race.
 */
public class PlainFlag {
  static int result;
  static boolean ready;

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(() -> {
      result = 42;
      ready = true;
    }, "worker");
    worker.start();
    if (ready) {
      assert result == 42;
    }
    worker.join();
  }
}
