// outcomes: caught boom; ended
// stateless: no
// why: a thread that ends by an exception notifies like any other, after its handler has run
public class ThrowingThreadNotifies {
  public static void main(String[] args) throws Exception {
    StringBuilder log = new StringBuilder();
    Thread t = new Thread(() -> { throw new IllegalStateException("boom"); });
    t.setUncaughtExceptionHandler((thread, e) -> log.append("caught ").append(e.getMessage()));
    t.start();
    synchronized (t) {
      while (t.isAlive()) t.wait(1000);
    }
    System.out.println(log + "; ended");
  }
}
