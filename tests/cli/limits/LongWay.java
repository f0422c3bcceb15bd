// The only violation lies behind a path of some forty thousand steps.
public class LongWay {
  static volatile int x;

  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> {
      for (int i = 0; i < 20000; i++) x = i;
      x = -1;
    });
    t.start();
    int seen = 0;
    for (int i = 0; i < 20000 && seen >= 0; i++) seen = x;
    t.join();
    assert x >= 0 : "x is " + x;
  }
}
