/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: round 1
 * hotspot: not seen
 * needs: --initialisations
 * why: Shape has a constant that is an instance of its subclass Circle. To initialise Circle its superclass comes first; to initialise Shape its initialiser needs Circle. A thread that
 *      begins with Circle has Circle in progress and waits for Shape, one that begins with Shape has Shape in progress and waits for Circle. One after the other works.
 */
public class ShapesInit {
  static class Shape {
    static final Shape DEFAULT = new Circle(1);
    final String name;

    Shape(String name) {
      this.name = name;
    }

    static Shape orDefault(Shape s) {
      return s == null ? DEFAULT : s;
    }
  }

  static class Circle extends Shape {
    static int made;
    final int radius;

    Circle(int radius) {
      super("round");
      this.radius = radius;
    }

    static Circle unit() {
      return new Circle(1);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String[] name = new String[1];
    int[] radius = new int[1];
    Thread painter = new Thread(() -> name[0] = Shape.orDefault(null).name, "painter");
    Thread geometer = new Thread(() -> radius[0] = Circle.unit().radius, "geometer");
    painter.start();
    geometer.start();
    painter.join();
    geometer.join();
    System.out.println(name[0] + " " + radius[0]);
  }
}
