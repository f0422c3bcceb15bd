/**
 * Double-checked locking with a field that is not volatile: right in every interleaving, broken in Java. Who finds the
 * instance without the lock may see it before what the constructor wrote.
 */
public class DoubleCheckedPlain {
  static class Config {
    static Config instance;

    String host = "example.org";

    static Config get() {
      if (instance == null) {
        synchronized (Config.class) {
          if (instance == null) instance = new Config();
        }
      }
      return instance;
    }
  }

  static void connect() {
    assert Config.get().host != null : "configuration used before it was loaded";
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(DoubleCheckedPlain::connect);
    Thread b = new Thread(DoubleCheckedPlain::connect);
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
