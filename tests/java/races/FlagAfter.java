// The flag is volatile, but the data is written once more after it.
// races: FlagAfter.data
public class FlagAfter {
  static int data;
  static volatile boolean ready;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      data = 42;
      ready = true;
      data = 43;
    });
    t.start();
    if (ready) System.out.println(data);
    t.join();
  }
}
