// outcomes: worker 2 | 1
// why: entries whose keys alone are read, size() and containsKey() say nothing about traces; the trace of the thread itself is no doubt
// stress: no
import java.util.*;

public class AllTracesEntries {
  static final Object lock = new Object();
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { synchronized (lock) { } }, "worker");
    t.start();
    Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
    for (Map.Entry<Thread, StackTraceElement[]> e : all.entrySet()) {
      if (e.getKey().getName().equals("worker")) System.out.print("worker ");
      else if (!e.getValue()[e.getValue().length - 1].getMethodName().equals("main")) throw new AssertionError();
    }
    if (!all.containsKey(Thread.currentThread()) || all.get(new Thread()) != null) throw new AssertionError();
    System.out.println(all.size());
    t.join();
  }
}
