public class ManyMessages {
  static int x;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { for (int i = 0; i < 400; i++) x = i; });
    Thread u = new Thread(() -> { int s = 0; for (int i = 0; i < 30; i++) { s = s * 31 + x; } assert s == 0 : "s is " + s; });
    t.start(); u.start(); t.join(); u.join();
    System.out.println(x);
  }
}
