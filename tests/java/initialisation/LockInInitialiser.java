// outcomes: 5
// violation: deadlock
// why: one thread holds the lock and asks for the class, whose initialiser in the other thread wants the lock
public class LockInInitialiser {
  static final Object lock = new Object();
  static class K { static int v; static { synchronized (lock) { v = 5; } } static void touch() {} }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { synchronized (lock) { K.touch(); } });
    t.start();
    K.touch();
    t.join();
    System.out.println(K.v);
  }
}
