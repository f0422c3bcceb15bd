// outcomes: false | true
// why: a thread has its group as handler until it has ended, and none then; nobody orders the question with the end
public class HandlerOfThread {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { });
    t.start();
    System.out.println(t.getUncaughtExceptionHandler() == null);
    t.join();
  }
}
