// outcomes: - - | - interrupted | interrupted - | interrupted interrupted
// why: interrupt() of a group goes through its threads; each looks at its status before or after its turn, or is over by then, which says nothing of the other one
public class GroupInterruptEnds {
  public static void main(String[] args) throws Exception {
    ThreadGroup g = new ThreadGroup("g");
    String[] seen = new String[2];
    Thread a = new Thread(g, () -> seen[0] = status()), b = new Thread(g, () -> seen[1] = status());
    a.start();
    b.start();
    g.interrupt();
    a.join();
    b.join();
    System.out.println(seen[0] + " " + seen[1]);
  }

  static String status() {
    return Thread.currentThread().isInterrupted() ? "interrupted" : "-";
  }
}
