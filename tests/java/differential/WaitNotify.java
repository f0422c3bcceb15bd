// wait and notify with one possible outcome: hand-over, reentrancy, notifyAll, illegal monitor states.
public class WaitNotify {
  static int turn;
  static final StringBuilder LOG = new StringBuilder();

  static class Slot {
    private Integer value;

    synchronized void put(int v) throws InterruptedException {
      while (value != null) wait();
      value = v;
      notifyAll();
    }

    synchronized int take() throws InterruptedException {
      while (value == null) wait();
      int v = value;
      value = null;
      notifyAll();
      return v;
    }
  }

  static synchronized int deep(int n) {
    return n == 0 ? 0 : 1 + deep(n - 1);
  }

  public static void main(String[] args) throws InterruptedException {
    Slot s = new Slot();
    Thread p = new Thread(() -> {
      try {
        for (int i = 0; i < 4; i++) s.put(i * i);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    p.start();
    int sum = 0;
    for (int i = 0; i < 4; i++) sum = sum * 10 + s.take();
    p.join();
    System.out.println(sum);
    Object lock = new Object();
    Thread[] ts = new Thread[2];
    for (int i = 0; i < ts.length; i++) {
      int me = i;
      ts[i] = new Thread(() -> {
        synchronized (lock) {
          try {
            while (turn != me) lock.wait();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          LOG.append(me);
          turn++;
          lock.notifyAll();
        }
      });
    }
    for (Thread t : ts) t.start();
    for (Thread t : ts) t.join();
    System.out.println(LOG);
    try {
      lock.notify();
    } catch (IllegalMonitorStateException e) {
      System.out.println("notify without the monitor");
    }
    try {
      lock.wait(10);
    } catch (IllegalMonitorStateException e) {
      System.out.println("wait without the monitor");
    }
    synchronized (lock) {
      lock.notify();
      synchronized (lock) {
        lock.notifyAll();
      }
      System.out.println(Thread.holdsLock(lock));
      try {
        lock.wait(-1);
      } catch (IllegalArgumentException e) {
        System.out.println("negative time");
      }
      lock.wait(1);
    }
    System.out.println(Thread.holdsLock(lock) + " " + deep(50));
    try {
      synchronized (lock) {
        throw new RuntimeException("released on the way out");
      }
    } catch (RuntimeException e) {
      System.out.println(e.getMessage() + " " + Thread.holdsLock(lock));
    }
    Object nul = null;
    try {
      synchronized (nul) {
        System.out.println("never");
      }
    } catch (NullPointerException e) {
      System.out.println("null monitor");
    }
  }
}
