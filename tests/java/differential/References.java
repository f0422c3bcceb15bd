// Weak, soft and phantom references to what is still strongly reachable; clearing and queues by hand.
import java.lang.ref.*;

public class References {
  static String s(Object o) {
    return o == null ? "null" : o.toString();
  }

  public static void main(String[] args) {
    StringBuilder strong = new StringBuilder("strong");
    WeakReference<StringBuilder> w = new WeakReference<>(strong);
    SoftReference<StringBuilder> f = new SoftReference<>(strong);
    ReferenceQueue<StringBuilder> q = new ReferenceQueue<>();
    PhantomReference<StringBuilder> p = new PhantomReference<>(strong, q);
    WeakReference<StringBuilder> e = new WeakReference<>(strong, q);
    System.out.println(s(w.get()) + " " + s(f.get()) + " " + s(p.get()) + " " + s(q.poll()) + " " + w.refersTo(strong));
    w.clear();
    System.out.println(s(w.get()) + " " + w.refersTo(null));
    System.out.println(e.enqueue() + " " + e.enqueue() + " " + (q.poll() == e) + " " + s(q.poll()) + " " + s(e.get()));
    System.out.println(strong);
  }
}
