package four;

import org.junit.Before;
import org.junit.Test;

public abstract class OldBase {
  int order;

  @Before
  public void base() {
    order = 5;
  }

  @Test
  public void inherited() throws Exception {
    both(() -> {});
  }

  static void both(Runnable r) throws InterruptedException {
    Thread a = new Thread(r), b = new Thread(r);
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
