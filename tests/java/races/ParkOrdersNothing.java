// unpark before park is no order.
// races: ParkOrdersNothing.data
import java.util.concurrent.locks.LockSupport;

public class ParkOrdersNothing {
  static int data;

  public static void main(String[] args) throws Exception {
    Thread main = Thread.currentThread();
    Thread t = new Thread(() -> {
      data = 1;
      LockSupport.unpark(main);
    });
    t.start();
    LockSupport.park();
    int r = data;
    t.join();
  }
}
