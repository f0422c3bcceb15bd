// outcomes: 1 1 worker, 0 0 null main
// why: a group has its threads that have started and not ended; the thread has no group any more when it has ended
public class GroupEnumerate {
  public static void main(String[] args) throws Exception {
    ThreadGroup g = new ThreadGroup("g");
    Object lock = new Object();
    Thread t = new Thread(g, () -> { synchronized (lock) { } }, "worker");
    Thread[] all = new Thread[5];
    synchronized (lock) {
      t.start();
      System.out.print(g.activeCount() + " " + g.enumerate(all) + " " + all[0].getName() + ", ");
    }
    t.join();
    System.out.print(g.activeCount() + " " + g.enumerate(all) + " " + t.getThreadGroup());
    Thread.enumerate(all);
    System.out.println(" " + all[0].getName());
  }
}
