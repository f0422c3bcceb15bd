// outcomes: null | set
// why: u asks for Access outside of the initialiser of User, before that looks or after
public class AccessorOfTwo {
  static Object accessor;
  static class Access { static int on = 1; static { accessor = "set"; } }
  static class User { static final String FOUND = String.valueOf(accessor); static int on = Access.on; }
  static String a;
  static int b;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> a = User.FOUND), u = new Thread(() -> b = Access.on);
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(a);
  }
}
