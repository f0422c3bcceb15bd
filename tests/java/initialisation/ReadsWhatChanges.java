// outcomes: 0 | 1
// why: the initialiser copies a field that one thread writes before it asks for the class; the other thread may come first
public class ReadsWhatChanges {
  static volatile int config;
  static class K { static final int COPY = config; static void touch() {} }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { config = 1; K.touch(); });
    t.start();
    K.touch();
    t.join();
    System.out.println(K.COPY);
  }
}
