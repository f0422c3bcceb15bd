/** It rings before it is ready: who looks in between waits, and is not told. */
public class RangTooEarly {
  boolean ready;

  synchronized void ring() {
    notifyAll();
  }

  synchronized void prepare() {
    ready = true;
  }

  synchronized void await() throws InterruptedException {
    while (!ready) wait();
  }

  public static void main(String[] args) throws InterruptedException {
    RangTooEarly bell = new RangTooEarly();
    new Thread(() -> {
      bell.ring();
      bell.prepare();
    }, "ringer").start();
    bell.await();
  }
}
