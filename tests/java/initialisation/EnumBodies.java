// outcomes: b3
// why: the classes of the constants' bodies are asked for by the initialiser of the enum alone, so that no other thread can be in one and wait for the enum
public class EnumBodies {
  enum Kind {
    A { int value() { return 1; } }, B { int value() { return 2; } };
    abstract int value();
  }
  static int sum, other;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> sum = Kind.A.value() + Kind.B.value()), u = new Thread(() -> other = Kind.values().length);
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println("b" + (other == 2 ? sum : 0));
  }
}
