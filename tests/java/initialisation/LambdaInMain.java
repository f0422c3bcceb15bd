// violation: deadlock
// why: the lambda's body is a static method of the class that main is initialising
public class LambdaInMain {
  static int next(int i) { return i + 1; }
  static final int SUM;
  static {
    Thread t = new Thread(() -> System.out.println(next(1)));
    t.start();
    try { t.join(); } catch (InterruptedException e) { throw new Error(e); }
    SUM = 1;
  }
  public static void main(String[] args) { System.out.println(SUM); }
}
