// outcomes: done
// why: main has initialised both classes before the thread starts: nobody can be found in the middle
public class SubFirst {
  static class Base { static final Derived D = new Derived(); static void touch() {} }
  static class Derived extends Base {}
  public static void main(String[] args) throws Exception {
    Base.touch();
    Thread t = new Thread(() -> new Derived(), "sub");
    t.start();
    Base.touch();
    t.join();
    System.out.println("done");
  }
}
