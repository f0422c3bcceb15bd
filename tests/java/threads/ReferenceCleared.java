// outcomes: false | true
// why: get() may come before or after clear(), which a native makes of it
import java.lang.ref.WeakReference;
public class ReferenceCleared {
  static final Object object = new Object();
  static final WeakReference<Object> reference = new WeakReference<>(object);
  static boolean gone;
  public static void main(String[] args) throws Exception {
    Thread reader = new Thread(() -> gone = reference.get() == null);
    Thread clearer = new Thread(reference::clear);
    reader.start();
    clearer.start();
    reader.join();
    clearer.join();
    System.out.println(gone);
  }
}
