// outcomes: 0 | 1
// why: the thread may have ended or not when main counts
public class GroupCountSeen {
  public static void main(String[] args) throws Exception {
    ThreadGroup g = new ThreadGroup("g");
    Thread t = new Thread(g, () -> { });
    t.start();
    System.out.println(g.activeCount());
    t.join();
  }
}
