// outcomes: still there
// why: a timed join of a thread that another one starts meanwhile finds nothing to wait for, or waits and gives up; in no schedule does it wait again and again, also where every wait begins by an operation of its own
// options: --assume=-clock
public class TimedJoinBeforeStart {
  static final Object o = new Object();

  public static void main(String[] args) throws Exception {
    Thread waiter = new Thread(() -> {
      synchronized (o) {
        try {
          o.wait();
        } catch (InterruptedException e) {
          System.out.println("interrupted");
        }
      }
    });
    waiter.setDaemon(true);
    Thread starter = new Thread(waiter::start);
    starter.start();
    waiter.join(1);
    starter.join();
    System.out.println("still there");
  }
}
