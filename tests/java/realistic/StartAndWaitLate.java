/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: loaded a.txt
 * hotspot: rarely hangs
 * why: Here the thread is started before main has its monitor. If it ends in between, its notification is over when main begins to wait, and nothing wakes main again.
 */
public class StartAndWaitLate {
  static class Loader extends Thread {
    private final String file;
    private String content;

    Loader(String file) {
      super("load " + file);
      this.file = file;
    }

    @Override
    public void run() {
      content = "loaded " + file;
    }

    String await() throws InterruptedException {
      synchronized (this) {
        wait();
      }
      return content;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Loader loader = new Loader("a.txt");
    loader.start();
    System.out.println(loader.await());
  }
}
