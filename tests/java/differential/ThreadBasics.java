// Threads: start, join, names, priorities, states, daemon flag, groups, subclassing.
public class ThreadBasics {
  static int shared;

  static class Own extends Thread {
    Own() {
      super("own");
    }

    @Override public void run() {
      shared += 10;
      System.out.println(getName() + " " + (Thread.currentThread() == this) + " " + isAlive() + " " + isDaemon());
    }
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().getPriority() + " "
        + Thread.currentThread().getThreadGroup().getName() + " " + Thread.currentThread().isDaemon() + " " + Thread.currentThread().isAlive());
    Own o = new Own();
    System.out.println(o.getState() + " " + o.isAlive());
    o.start();
    o.join();
    System.out.println(o.getState() + " " + o.isAlive() + " " + shared);
    try {
      o.start();
    } catch (IllegalThreadStateException e) {
      System.out.println("started twice");
    }
    o.join();
    Thread t = new Thread(() -> System.out.println("runnable " + Thread.currentThread().getName()), "named");
    t.setPriority(7);
    t.setDaemon(true);
    System.out.println(t.getPriority() + " " + t.isDaemon() + " " + t.getName());
    t.start();
    t.join();
    Thread r = new Thread();
    r.setName("renamed");
    r.run();
    System.out.println(r.getName() + " " + r.getState());
    r.start();
    do r.join(1000); while (r.isAlive());     // a timed join may end early
    System.out.println(r.isAlive());
    Thread direct = new Thread(() -> shared++);
    direct.run();
    System.out.println(shared + " " + direct.getState());
    try {
      t.setPriority(11);
    } catch (IllegalArgumentException e) {
      System.out.println("priority");
    }
    Thread.sleep(1);
    Thread.yield();
    Thread.onSpinWait();
    Thread chain = new Thread(() -> {
      Thread inner = new Thread(() -> System.out.println("innermost"));
      inner.start();
      try {
        inner.join();
      } catch (InterruptedException e) {
        System.out.println("never");
      }
      System.out.println("outer done");
    });
    chain.start();
    chain.join();
    System.out.println(Thread.holdsLock(chain) + " " + Thread.MAX_PRIORITY);
  }
}
