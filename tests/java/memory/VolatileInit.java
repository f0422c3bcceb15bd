// The object is published by a race: its volatile field may be seen as it was before the constructor wrote it.
// outcomes sc: -1 | 1
// verdict jmm: violated
// races sc: racy
import java.util.concurrent.atomic.AtomicInteger;

public class VolatileInit {
  static AtomicInteger published;
  static int seen = -1;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> published = new AtomicInteger(1));
    Thread u = new Thread(() -> {
      AtomicInteger p = published;
      if (p != null) seen = p.get();
    });
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(seen);
    assert seen != 0 : "default value seen";
  }
}
