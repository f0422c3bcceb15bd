// outcomes: D:main C:main  | D:other C:other
// why: a class initialises the superinterfaces that declare a default method (D), not the others (P); a constant and an array initialise nothing
public class Defaults {
  static final StringBuffer log = new StringBuffer();
  static int note(String name) { log.append(name).append(':').append(Thread.currentThread().getName()).append(' '); return 1; }
  interface P { int ONE = note("P"); }
  interface D extends P { int TWO = note("D"); default void hello() {} }
  static class C implements D { static final int CONSTANT = 4; static int x = note("C"); }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> new C(), "other");
    t.start();
    C[] array = new C[C.CONSTANT];
    new C();
    t.join();
    System.out.println(log.toString().trim());
  }
}
