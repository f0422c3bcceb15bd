// outcomes: plugin plugin
// why: both have asked for Plugin when they look, and main comes after both
public class RegistersForAll {
  static Object service;
  static class Plugin { static int on = 1; static { service = "plugin"; } }
  static Object a, b;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { if (Plugin.on == 1) a = service; }), u = new Thread(() -> { if (Plugin.on == 1) b = service; });
    t.start();
    u.start();
    t.join();
    u.join();
    if (service != a) throw new AssertionError();
    System.out.println(a + " " + b);
  }
}
