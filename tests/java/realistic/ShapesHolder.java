/*
 * verdict: verified
 * outcomes: round 1
 * why: The default lives in a holder class that nobody initialises but orDefault, so Shape needs no Circle: initialisation goes from Circle to Shape and from Holder to both.
 */
public class ShapesHolder {
  static class Shape {
    private static class Holder {
      static final Shape DEFAULT = new Circle(1);
    }

    final String name;

    Shape(String name) {
      this.name = name;
    }

    static Shape orDefault(Shape s) {
      return s == null ? Holder.DEFAULT : s;
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
