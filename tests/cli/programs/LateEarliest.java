// late: verified, output "short long": the earlier deadline is first; both: also "long short"
public class LateEarliest {
  static final Object lock = new Object();
  static final StringBuffer log = new StringBuffer();
  public static void main(String[] a) throws Exception {
    Thread s = new Thread(() -> wait(10, "short ")), l = new Thread(() -> wait(1000, "long "));
    s.start(); l.start(); s.join(); l.join();
    System.out.println(log);
  }
  static void wait(int ms, String what) {
    synchronized (lock) { try { lock.wait(ms); } catch (InterruptedException e) {} log.append(what); }
  }
}
