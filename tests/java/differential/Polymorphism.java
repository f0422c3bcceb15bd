// Virtual dispatch: overriding at several depths, abstract classes, private and static methods, field hiding, super.
public class Polymorphism {
  static abstract class Animal {
    protected String kind = "animal";
    private String id() { return "Animal.id"; }
    String describe() { return kind + "/" + id() + "/" + sound() + "/" + name(this); }
    abstract String sound();
    static String name(Animal a) { return "an Animal"; }
    Object self() { return this; }
  }

  static class Dog extends Animal {
    protected String kind = "dog";
    private String id() { return "Dog.id"; }
    @Override String sound() { return "woof"; }
    static String name(Dog d) { return "a Dog"; }
    @Override Dog self() { return this; }
    String kinds() { return kind + super.kind + ((Animal) this).kind; }
  }

  static class Puppy extends Dog {
    @Override String sound() { return super.sound().toUpperCase() + "!"; }
    @Override String describe() { return "puppy " + super.describe(); }
  }

  static class Counter {
    int n;
    Counter inc() { n++; return this; }
    final int get() { return n; }
  }

  static class Twice extends Counter {
    @Override Counter inc() { super.inc(); return super.inc(); }
    @Override public boolean equals(Object o) { return o instanceof Counter c && c.n == n; }
    @Override public int hashCode() { return n; }
    @Override public String toString() { return "Twice" + n; }
  }

  public static void main(String[] args) {
    Animal[] all = {new Dog(), new Puppy(), new Animal() {
      @Override String sound() { return "anonymous" + kind.length(); }
    }};
    for (Animal a : all) System.out.println(a.describe() + " " + (a.self() == a));
    System.out.println(new Puppy().kinds() + " " + Dog.name(new Puppy()) + " " + Animal.name(new Puppy()));
    Counter c = new Twice();
    System.out.println(c.inc().inc().get() + " " + c + " " + c.equals(new Twice()) + " " + new Counter().equals(c) + " " + c.hashCode());
    int sum = 0;
    for (int i = 0; i < 1000; i++) {
      Counter x = i % 3 == 0 ? new Counter() : new Twice();
      sum += x.inc().get();
    }
    System.out.println(sum);
    Object o = new Object();
    System.out.println(o.equals(o) + " " + o.equals(null) + " " + (o.hashCode() == o.hashCode()) + " " + (System.identityHashCode(o) == o.hashCode())
        + " " + o.toString().startsWith("java.lang.Object@") + " " + new int[0].toString().startsWith("[I@"));
  }
}
