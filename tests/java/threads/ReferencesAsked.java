// outcomes: false false false | false false true | false true true | true false false | true false true | true true true
// why: each of clear() and enqueue() may come before, between or after the questions; enqueue() clears first, and isEnqueued() after it tells of a clear
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
public class ReferencesAsked {
  static final Object object = new Object();
  static final ReferenceQueue<Object> queue = new ReferenceQueue<>();
  static final SoftReference<Object> soft = new SoftReference<>(object);
  static final PhantomReference<Object> phantom = new PhantomReference<>(object, queue);
  static boolean first, second, third;
  public static void main(String[] args) throws Exception {
    Thread asks = new Thread(() -> {
      first = soft.refersTo(null);
      second = queue.poll() != null;
      third = phantom.refersTo(null);
    });
    Thread clears = new Thread(soft::clear);
    Thread enqueues = new Thread(phantom::enqueue);
    asks.start();
    clears.start();
    enqueues.start();
    asks.join();
    clears.join();
    enqueues.join();
    System.out.println(first + " " + second + " " + third);
  }
}
