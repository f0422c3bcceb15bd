// outcomes: 1 3 2 | 2 1 3 | 3 2 1
// violation: deadlock
// why: three initialisers that need each other; who comes first alone sees 0 in the class that it began with, two at a time may wait in a circle
public class Circle {
  static class A { static int x = B.y + 1; }
  static class B { static int y = C.z + 1; }
  static class C { static int z = A.x + 1; }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { int i = B.y; }), u = new Thread(() -> { int i = C.z; });
    t.start();
    u.start();
    int i = A.x;
    t.join();
    u.join();
    System.out.println(A.x + " " + B.y + " " + C.z);
  }
}
