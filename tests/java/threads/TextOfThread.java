// outcomes: false | true
// why: Thread.toString has the name of the group as long as the thread lives, and nobody orders that with its end
public class TextOfThread {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(new ThreadGroup("workers"), () -> { });
    t.start();
    System.out.println(t.toString().endsWith(",workers]"));
    t.join();
  }
}
