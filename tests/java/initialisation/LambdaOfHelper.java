// violation: deadlock
// why: what the thread does concerns another class, but the body of the lambda is a static method of the class that is being initialised
public class LambdaOfHelper {
  static class Box { static volatile int sum; }
  static class K {
    static final int SUM;
    static {
      Thread t = new Thread(() -> Box.sum = 3);
      t.start();
      try { t.join(); } catch (InterruptedException e) { throw new Error(e); }
      SUM = Box.sum;
    }
  }
  public static void main(String[] args) { System.out.println(K.SUM); }
}
