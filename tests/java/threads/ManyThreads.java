// outcomes: 200 200
// why: two hundred threads, one after the other; whoever joins sees what each has done, and nobody waits for anybody else
public class ManyThreads {
  static int sum;
  public static void main(String[] args) throws Exception {
    Thread last = null;
    int ended = 0;
    for (int i = 0; i < 200; ++i) {
      Object lock = new Object();
      last = new Thread() { public void run() { synchronized (lock) { ++sum; } } };
      last.start();
      last.join();
      synchronized (lock) { ++ended; }
    }
    System.out.println(sum + " " + ended);
  }
}
