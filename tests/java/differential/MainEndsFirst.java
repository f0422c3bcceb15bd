// main may end before a thread it started; the program goes on.
public class MainEndsFirst {
  public static void main(String[] args) {
    Thread main = Thread.currentThread();
    new Thread(() -> {
      try {
        main.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      System.out.println("after main: " + main.isAlive());
    }).start();
    System.out.println("main ends");
  }
}
