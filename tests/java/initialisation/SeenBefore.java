// outcomes: t0 | t1
// why: B asks for A; t0 has seen A by then, t1 has not and initialises it if it comes first
public class SeenBefore {
  static String by = "";
  static class A { static int x = 1; static { by = Thread.currentThread().getName(); } }
  static class B { static int y = A.x; }
  static void use(int i) { if (i == 99) throw new AssertionError(); }
  public static void main(String[] args) throws Exception {
    Thread t0 = new Thread(() -> { use(A.x); use(B.y); }, "t0"), t1 = new Thread(() -> use(B.y), "t1");
    t0.start();
    t1.start();
    t0.join();
    t1.join();
    System.out.println(by);
  }
}
