// outcomes: true
// why: who takes a reference from its queue comes after enqueue(), which has cleared it
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
public class ReferenceHandedOver {
  static final ReferenceQueue<Object> queue = new ReferenceQueue<>();
  static final WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(reference::enqueue);
    t.start();
    System.out.println(queue.remove().get() == null);
    t.join();
  }
}
