// Record patterns: nested, generic, with var, in switch and instanceof, accessors that throw.
public class RecordPatterns {
  sealed interface Shape permits Circle, Rect, Group {}
  record Point(int x, int y) {}
  record Circle(Point c, double r) implements Shape {}
  record Rect(Point a, Point b) implements Shape {}
  record Group(Shape left, Shape right) implements Shape {}
  record Box<T>(T t) {}
  record Bad(int v) {
    public int v() {
      throw new IllegalStateException("accessor");
    }
  }

  static double area(Shape s) {
    return switch (s) {
      case Circle(var c, double r) -> 3 * r * r;
      case Rect(Point(int x1, int y1), Point(var x2, var y2)) -> Math.abs((x2 - x1) * (y2 - y1));
      case Group(Circle(Point(var x, var y), var r), Rect q) when x == y -> -area(q);
      case Group(Shape l, Shape r) -> area(l) + area(r);
    };
  }

  public static void main(String[] args) {
    Point o = new Point(0, 0);
    Shape rect = new Rect(o, new Point(3, -4));
    System.out.println(area(rect) + " " + area(new Circle(o, 2)) + " " + area(new Group(rect, rect)) + " " + area(new Group(new Circle(o, 1), rect)));
    Object b = new Box<>(new Box<>("inner"));
    if (b instanceof Box<?>(Box<?>(String s)) && s.length() > 3) System.out.println(s);
    if (!(b instanceof Box<?>(Integer i))) System.out.println("no box of Integer");
    if (new Box<String>(null) instanceof Box<String>(var n)) System.out.println("null matches var: " + n);
    Object p = new Box<Point>(null);
    System.out.println(p instanceof Box<?>(Point(int x, int y)));
    try {
      if ((Object) new Bad(1) instanceof Bad(int v)) System.out.println(v);
    } catch (MatchException e) {
      System.out.println("MatchException " + e.getCause().getMessage());
    }
    try {
      area(new Group(null, rect));
    } catch (NullPointerException e) {
      System.out.println("null shape");
    }
  }
}
