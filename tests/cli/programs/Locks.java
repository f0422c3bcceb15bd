public class Locks {
  static final Object first = new Object(), second = new Object();

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(() -> { synchronized (first) { synchronized (second) { } } }, "up");
    Thread b = new Thread(() -> { synchronized (second) { synchronized (first) { } } }, "down");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("done");
  }
}
