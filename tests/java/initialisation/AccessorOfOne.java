// outcomes: null null
// why: Access is initialised by the initialiser of User, after that has looked; so whoever comes first finds null, and the two look once
public class AccessorOfOne {
  static Object accessor;
  static class Access { static int on = 1; static { accessor = "set"; } }
  static class User { static final String FOUND = String.valueOf(accessor); static int on = Access.on; }
  static String a, b;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> a = User.FOUND), u = new Thread(() -> b = User.FOUND);
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(a + " " + b);
  }
}
