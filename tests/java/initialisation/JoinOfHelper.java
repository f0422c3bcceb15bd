// outcomes: 3
// why: the thread that the initialiser starts and joins touches only another class
public class JoinOfHelper {
  static class Box { static volatile int sum; }
  static class K {
    static final int SUM;
    static {
      Thread t = new Thread() { @Override public void run() { Box.sum = 3; } };      // a lambda's body would be a method of K
      t.start();
      try { t.join(); } catch (InterruptedException e) { throw new Error(e); }
      SUM = Box.sum;
    }
  }
  public static void main(String[] args) { System.out.println(K.SUM); }
}
