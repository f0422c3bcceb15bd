// outcomes: - | interrupted
// why: a thread that another one starts is in the group when its turn comes, or it is not there yet, or over
public class GroupInterruptStarts {
  static String seen;

  public static void main(String[] args) throws Exception {
    ThreadGroup g = new ThreadGroup("g");
    Thread starter = new Thread(() -> {
      Thread inside = new Thread(g, () -> seen = Thread.currentThread().isInterrupted() ? "interrupted" : "-");
      inside.start();
      try {
        inside.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    starter.start();
    g.interrupt();
    starter.join();
    System.out.println(seen);
  }
}
