// A plain flag orders nothing.
// races sc: racy
// outcomes sc: none | 42
// outcomes jmm: none | 42 | 0
public class FlagPlain {
  static int data;
  static boolean ready;
  static String seen = "none";

  static void publish() {
    data = 42;
    ready = true;
  }

  static void look() {
    if (ready) seen = "" + data;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(FlagPlain::publish), b = new Thread(FlagPlain::look);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(seen);
  }
}
