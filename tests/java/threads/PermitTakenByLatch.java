// outcomes: end
// violation: deadlock
// why: who waits in await() parks there, and takes the permit of unpark(t); the parks are the program's own although reflection calls them
// stateless: no
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

public class PermitTakenByLatch {
  static final CountDownLatch latch = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    Method park = LockSupport.class.getMethod("park");
    Thread t = new Thread(() -> {
      try {
        latch.await();
        park.invoke(null);
      } catch (Exception e) {
        throw new Error(e);
      }
    });
    t.start();
    LockSupport.unpark(t);
    latch.countDown();
    t.join();
    System.out.println("end");
  }
}
