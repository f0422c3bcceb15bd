// What is written before a volatile flag is seen by who sees the flag.
// races sc: free
// outcomes sc: none | 42
// outcomes jmm: none | 42
public class FlagVolatile {
  static int data;
  static volatile boolean ready;
  static String seen = "none";

  static void publish() {
    data = 42;
    ready = true;
  }

  static void look() {
    if (ready) seen = "" + data;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(FlagVolatile::publish), b = new Thread(FlagVolatile::look);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(seen);
  }
}
