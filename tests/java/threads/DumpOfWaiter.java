// outcomes: wait DumpOfWaiter.waits:9 WAITING java.lang.Object null / true true main / 0 null
// stateless: no
// why: a thread that waits stands in the native of wait(), whoever asks; one that has ended has no frames
import java.lang.management.*;
import java.util.*;

public class DumpOfWaiter {
  static final Object lock = new Object();
  static void waits() { synchronized (lock) { try { lock.wait(); } catch (InterruptedException e) { } } }
  static String place(StackTraceElement[] trace) {
    int n = 0;
    while (!trace[n].getClassName().equals("DumpOfWaiter")) ++n;
    return trace[0].getMethodName().substring(0, 4) + " DumpOfWaiter." + trace[n].getMethodName() + ":" + trace[n].getLineNumber();
  }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread() { public void run() { waits(); } };
    t.start();
    while (t.getState() != Thread.State.WAITING) { }
    String first = place(t.getStackTrace());
    Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
    if (!place(all.get(t)).equals(first)) throw new AssertionError();
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    ThreadInfo i = bean.getThreadInfo(t.getId(), 9);
    if (!place(i.getStackTrace()).equals(first)) throw new AssertionError();
    System.out.print(first + " " + i.getThreadState() + " " + i.getLockInfo().getClassName() + " " + i.getLockOwnerName() + " / ");
    StackTraceElement[] own = all.get(Thread.currentThread());
    System.out.print(all.containsKey(t) + " " + (bean.findDeadlockedThreads() == null) + " " + own[own.length - 1].getMethodName() + " / ");
    t.interrupt();
    t.join();
    System.out.println(t.getStackTrace().length + " " + bean.getThreadInfo(t.getId()));
  }
}
