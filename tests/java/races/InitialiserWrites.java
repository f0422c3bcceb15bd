// An initialiser writes what others read: ordered for those who ask for the class first.
// races: InitialiserWrites.late
public class InitialiserWrites {
  static int early, late;

  static class Config {
    static int level;

    static {
      early = 1;
      late = 1;
      level = 3;
    }

    static void touch() {}
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      Config.touch();
      int r = early;
    });
    t.start();
    int r = late;
    Config.touch();
    r = early;
    t.join();
  }
}
