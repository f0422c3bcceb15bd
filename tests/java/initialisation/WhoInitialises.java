// outcomes: main | other
// why: whichever thread asks for Y first runs its initialiser, which notes the thread (JLS 12.4.2)
public class WhoInitialises {
  static class Y { static final String BY = Thread.currentThread().getName(); static void touch() {} }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> Y.touch(), "other");
    t.start();
    Y.touch();
    t.join();
    System.out.println(Y.BY);
  }
}
