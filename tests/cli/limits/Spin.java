// A thread that polls until another one says go: without matched states each number of its turns is an execution.
public class Spin {
  static volatile boolean go;

  public static void main(String[] args) throws InterruptedException {
    Thread waiter = new Thread(() -> {
      while (!go) Thread.onSpinWait();
    });
    waiter.start();
    go = true;
    waiter.join();
    System.out.println("gone");
  }
}
