// late: a join of a second ends because its thread has ended
public class LateJoinTimed {
  static int n;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { synchronized (LateJoinTimed.class) { n = 1; } });
    t.start();
    t.join(1000);
    synchronized (LateJoinTimed.class) { System.out.println(n + " " + t.isAlive()); }
  }
}
