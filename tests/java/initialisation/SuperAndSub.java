// outcomes: done
// violation: deadlock
// why: one thread is in the initialiser of Base, which makes a Derived; the other is initialising Derived, which waits for Base
public class SuperAndSub {
  static class Base { static final Derived D = new Derived(); static void touch() {} }
  static class Derived extends Base {}
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> new Derived(), "sub");
    t.start();
    Base.touch();
    t.join();
    System.out.println("done");
  }
}
