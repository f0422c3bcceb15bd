// outcomes: b1
// violation: deadlock
// why: t2 begins with the class of the body and waits for the enum, whose initialiser waits for the class of the body
public class EnumBodyByName {
  enum Kind {
    A { int value() { return 1; } };
    abstract int value();
  }
  static int sum;
  public static void main(String[] args) throws Exception {
    Thread t1 = new Thread(() -> sum = Kind.A.value());
    Thread t2 = new Thread(() -> {
      try { Class.forName("EnumBodyByName$Kind$1"); } catch (ClassNotFoundException e) { throw new AssertionError(e); }
    });
    t1.start();
    t2.start();
    t1.join();
    t2.join();
    System.out.println("b" + sum);
  }
}
