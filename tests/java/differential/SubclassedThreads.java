// Overridden Thread methods, exceptions in threads with handlers, state after death, locals of each thread.
public class SubclassedThreads {
  static class Worker extends Thread {
    int result;
    final int n;

    Worker(int n) {
      this.n = n;
      setName("worker-" + n);
    }

    @Override public void run() {
      int a = 0, b = 1;
      for (int i = 0; i < n; i++) {
        int c = a + b;
        a = b;
        b = c;
      }
      result = a;
      if (n == 3) throw new IllegalStateException("n is three");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StringBuffer handled = new StringBuffer();
    Worker[] ws = {new Worker(10), new Worker(3)};
    for (Worker w : ws) w.setUncaughtExceptionHandler((t, e) -> handled.append(t.getName()).append(": ").append(e.getMessage()));
    for (Worker w : ws) w.start();
    for (Worker w : ws) w.join();
    for (Worker w : ws) System.out.println(w.getName() + " " + w.result + " " + w.getState() + " " + w.isInterrupted());
    System.out.println(handled);
    ThreadGroup g = new ThreadGroup("group");
    Thread t = new Thread(g, () -> System.out.println(Thread.currentThread().getThreadGroup().getName()), "in-group");
    t.start();
    t.join();
    System.out.println(t.getName() + " " + g.getName() + " " + g.getParent().getName());
  }
}
