// Enums: values, valueOf, constructors, abstract methods, fields, compareTo, name clashes, interfaces.
import java.util.Arrays;

public class Enums {
  enum Planet {
    MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6), JUPITER(1.9e+27, 7.1492e7);

    private final double mass, radius;

    Planet(double mass, double radius) {
      this.mass = mass;
      this.radius = radius;
    }

    double gravity() {
      return 6.67300E-11 * mass / (radius * radius);
    }
  }

  enum Shape {
    SQUARE(4) {
      @Override double area(double s) {
        return s * s;
      }
    },
    CIRCLE(0) {
      @Override double area(double s) {
        return 3 * s * s;
      }

      @Override public String toString() {
        return "round";
      }
    };

    final int corners;
    static int created;

    static {
      created = values().length;
    }

    Shape(int corners) {
      this.corners = corners;
    }

    abstract double area(double s);
  }

  enum Empty {}

  enum Level {
    LOW, MID, HIGH;

    Level next() {
      return values()[(ordinal() + 1) % values().length];
    }
  }

  public static void main(String[] args) {
    for (Planet p : Planet.values()) System.out.println(p + " " + p.ordinal() + " " + (long) (p.gravity() * 1000));
    for (Shape s : Shape.values())
      System.out.println(s + " " + s.name() + " " + s.corners + " " + s.area(2) + " " + s.getDeclaringClass().getSimpleName()
          + " " + (s.getClass() == Shape.class));
    System.out.println(Shape.created + " " + Empty.values().length);
    System.out.println(Level.valueOf("MID").next() + " " + Level.HIGH.next() + " " + Enum.valueOf(Level.class, "LOW"));
    try {
      Level.valueOf("NONE");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      Level.valueOf(null);
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    Level[] l = {Level.HIGH, Level.LOW, Level.MID};
    Arrays.sort(l);
    System.out.println(Arrays.toString(l) + " " + Level.LOW.compareTo(Level.HIGH) + " " + Level.LOW.equals(Level.LOW));
    System.out.println(Level.class.isEnum() + " " + Shape.CIRCLE.getClass().isEnum() + " "
        + Arrays.toString(Level.class.getEnumConstants()) + " " + Arrays.toString(String.class.getEnumConstants()));
    Level.values()[0] = null;
    System.out.println(Level.values()[0]);
  }
}
