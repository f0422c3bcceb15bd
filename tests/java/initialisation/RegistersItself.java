// outcomes: plugin null | plugin plugin
// why: t has asked for Plugin when it looks, u has not
public class RegistersItself {
  static Object service;
  static class Plugin { static int on = 1; static { service = "plugin"; } }
  static Object a, b;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { if (Plugin.on == 1) a = service; }), u = new Thread(() -> b = service);
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(a + " " + b);
  }
}
