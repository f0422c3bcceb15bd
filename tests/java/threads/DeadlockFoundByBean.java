// outcomes: none | both
// violation: assertion
// stress: no
// stateless: no
// why: who asks for threads that wait for each other's monitors gets both, BLOCKED each by the other; or none before they do
import java.lang.management.*;

public class DeadlockFoundByBean {
  static final Object a = new Object(), b = new Object();
  static volatile boolean over;
  static void lock(Object x, Object y) { synchronized (x) { synchronized (y) { } } }
  public static void main(String[] args) throws Exception {
    Thread one = new Thread() { public void run() { lock(a, b); } }, two = new Thread() { public void run() { lock(b, a); } };
    one.setDaemon(true);
    two.setDaemon(true);
    one.start();
    two.start();
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    long[] ids = bean.findMonitorDeadlockedThreads();
    if (ids != null) {
      ThreadInfo[] i = bean.getThreadInfo(ids);
      boolean right = i.length == 2 && i[0].getThreadState() == Thread.State.BLOCKED && i[0].getLockOwnerId() == i[1].getThreadId() && i[1].getLockOwnerId() == i[0].getThreadId();
      System.out.println(right ? "both" : "wrong");
      throw new AssertionError();
    } else {
      System.out.println("none");
    }
  }
}
