/** x is seen as it should be, and y is not. */
public class HalfPoint {
  int x, y;
  static HalfPoint last;

  public static void main(String[] args) {
    new Thread(() -> {
      HalfPoint p = new HalfPoint();
      p.x = 3;
      p.y = 4;
      last = p;
    }, "maker").start();
    HalfPoint p = last;
    if (p != null && p.x == 3 && p.y != 4) throw new IllegalStateException("half a point");
  }
}
