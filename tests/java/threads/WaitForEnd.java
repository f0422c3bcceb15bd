// outcomes: 1
// why: the end of a thread notifies all who wait on the Thread
public class WaitForEnd {
  static int x;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> x = 1);
    t.start();
    synchronized (t) {
      while (t.isAlive()) t.wait();
    }
    System.out.println(x);
  }
}
