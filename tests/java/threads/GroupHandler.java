// outcomes: group got boom
// why: uncaughtException of a group that overrides it takes the exception
public class GroupHandler {
  public static void main(String[] args) throws Exception {
    ThreadGroup g = new ThreadGroup("g") {
      @Override public void uncaughtException(Thread t, Throwable e) { System.out.println("group got " + e.getMessage()); }
    };
    Thread t = new Thread(new ThreadGroup(g, "inner"), () -> { throw new IllegalStateException("boom"); });
    t.start();
    t.join();
  }
}
