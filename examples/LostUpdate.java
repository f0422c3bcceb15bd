/**
 * Two threads add one to a counter. `count++` is a read and a write: when both threads read before either writes,
 * one of the updates is lost. A test on a real machine may pass a million times.
 */
public class LostUpdate {
  static int count;

  public static void main(String[] args) throws InterruptedException {
    Runnable increment = () -> count++;
    Thread a = new Thread(increment);
    Thread b = new Thread(increment);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("count = " + count);
    assert count == 2 : "an update was lost: count is " + count;
  }
}
