/**
 * Double-checked locking that publishes too early: the instance is visible to the unlocked check before it is loaded.
 * The field is volatile, so this is no matter of memory models: there is simply a schedule in which it fails.
 */
public class DoubleChecked {
  static class Config {
    String host;

    static volatile Config instance;

    static Config get() {
      if (instance == null) {
        synchronized (Config.class) {
          if (instance == null) {
            instance = new Config();
            instance.load();  // too late: others may already hold it
          }
        }
      }
      return instance;
    }

    void load() {
      host = "example.org";
    }
  }

  static void connect() {
    assert Config.get().host != null : "configuration used before it was loaded";
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(DoubleChecked::connect);
    Thread b = new Thread(DoubleChecked::connect);
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
