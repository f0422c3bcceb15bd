// outcomes: a b
// why: interrupt() of a group interrupts all of its threads, those of subgroups too
public class GroupInterrupt {
  public static void main(String[] args) throws Exception {
    ThreadGroup g = new ThreadGroup("g"), h = new ThreadGroup(g, "h");
    String[] seen = new String[2];
    Object never = new Object();
    Thread a = new Thread(g, () -> seen[0] = waits(never) ? "a" : "-"), b = new Thread(h, () -> seen[1] = waits(never) ? "b" : "-");
    a.start();
    b.start();
    g.interrupt();
    a.join();
    b.join();
    System.out.println(seen[0] + " " + seen[1]);
  }

  static boolean waits(Object o) {
    synchronized (o) {
      try {
        o.wait();
        return false;
      } catch (InterruptedException e) {
        return true;
      }
    }
  }
}
