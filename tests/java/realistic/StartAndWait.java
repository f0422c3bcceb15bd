/*
 * verdict: verified
 * outcomes: loaded 2 files
 * why: main starts the thread and waits on it with its monitor, which it has from before the start. The end of a thread notifies all who wait on it, and for that it needs the monitor, so
 *      main is there to hear it. (It also has to hear it for both threads in turn; the second one may have ended before: isAlive says so, with the monitor.)
 */
public class StartAndWait {
  static class Loader extends Thread {
    private final String file;
    private boolean loaded;

    Loader(String file) {
      super("load " + file);
      this.file = file;
    }

    @Override
    public void run() {
      loaded = !file.isEmpty();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Loader first = new Loader("a.txt"), second = new Loader("b.txt");
    synchronized (first) {
      first.start();
      second.start();
      first.wait();
    }
    synchronized (second) {
      if (second.isAlive()) second.wait();
    }
    int n = 0;
    for (Loader l : new Loader[] {first, second}) if (l.loaded) n++;
    System.out.println("loaded " + n + " files");
  }
}
