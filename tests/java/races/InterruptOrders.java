// Whoever learns of an interrupt knows what came before it.
// races: none
public class InterruptOrders {
  static int data;

  public static void main(String[] args) throws Exception {
    Thread main = Thread.currentThread();
    Thread t = new Thread(() -> {
      data = 1;
      main.interrupt();
    });
    t.start();
    if (Thread.interrupted()) assert data == 1;
    while (t.isAlive()) Thread.yield();
    assert data == 1;
  }
}
