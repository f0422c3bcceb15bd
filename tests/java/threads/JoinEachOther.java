// outcomes: end
// violation: deadlock
// why: two threads that join each other wait for ever, unless one joins the other before that has started
public class JoinEachOther {
  static final Thread[] threads = new Thread[2];

  static void join(int i) {
    try {
      threads[i].join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws Exception {
    threads[0] = new Thread(() -> join(1));
    threads[1] = new Thread(() -> join(0));
    threads[0].start();
    threads[1].start();
    threads[0].join();
    threads[1].join();
    System.out.println("end");
  }
}
