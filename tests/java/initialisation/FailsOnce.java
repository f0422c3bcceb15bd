// outcomes: error missing missing | missing error missing
// why: whoever runs the failing initialiser gets ExceptionInInitializerError; everybody later, also one who waited for it, NoClassDefFoundError
public class FailsOnce {
  static class K { static int x = Integer.parseInt("no"); }
  static String use() {
    try { return "" + K.x; } catch (ExceptionInInitializerError e) { return "error"; } catch (NoClassDefFoundError e) { return "missing"; }
  }
  static String first, second;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> first = use());
    t.start();
    second = use();
    t.join();
    System.out.println(first + " " + second + " " + use());
  }
}
