// Wrong only if "reader" is interrupted twice: between its reads, once for each of the other threads.
public class Between {
  static volatile int x;

  public static void main(String[] args) throws InterruptedException {
    Thread reader = new Thread(() -> {
      int a = x, b = x, c = x;
      if (a == 0 && b == 1 && c == 2) throw new AssertionError("all three");
    }, "reader");
    Thread one = new Thread(() -> x = 1, "one"), two = new Thread(() -> x = 2, "two");
    reader.start();
    one.start();
    two.start();
    reader.join();
    one.join();
    two.join();
  }
}
