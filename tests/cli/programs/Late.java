// Objects that are stored while no other thread happens to be alive are shared all the same.
public class Late {
  static class Counter { int value; }
  static class Holder { Counter counter; }

  public static void main(String[] args) throws InterruptedException {
    Holder h = new Holder();
    Thread nothing = new Thread(() -> { });
    nothing.start();
    nothing.join();
    h.counter = new Counter();
    Runnable increment = () -> h.counter.value++;
    Thread a = new Thread(increment), b = new Thread(increment);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(h.counter.value);
  }
}
