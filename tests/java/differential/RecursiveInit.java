// Classes whose initialisers need each other: the one in progress is seen half-made.
public class RecursiveInit {
  static class A {
    static int x = 1;
    static int seenB = B.y;
    static int z = 5;
    static final int CONST = 9;
  }

  static class B {
    static int y = A.x + 10;
    static int seenZ = A.z;
    static int constant = A.CONST;
  }

  static class Self {
    static final Self INSTANCE = new Self();
    static int counter = 100;
    int seen;

    Self() {
      seen = counter;
      counter = 55;
    }
  }

  static class Parent {
    static Parent child = new Child();
    static String name = "parent";

    String who() {
      return name;
    }
  }

  static class Child extends Parent {
    static String childName = "child of " + name;
    String made = childName + "/" + name;
  }

  static int order;

  static class X {
    static int at = ++order;
    static int other = Y.at;
  }

  static class Y {
    static int at = ++order;
    static int other = X.at;
  }

  public static void main(String[] args) {
    System.out.println(A.x + " " + A.seenB + " " + A.z + " " + B.y + " " + B.seenZ + " " + B.constant);
    System.out.println(Self.INSTANCE.seen + " " + Self.counter);
    System.out.println(((Child) Parent.child).made + " " + Child.childName + " " + Parent.child.who());
    System.out.println(Y.other + " " + X.other + " " + order);
  }
}
