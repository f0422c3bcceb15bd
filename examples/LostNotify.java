/**
 * The consumer looks at the flag before it takes the lock. The producer may set the flag and notify just between the
 * look and the wait: nobody is waiting yet, the notification is lost, and the consumer sleeps for ever.
 * The cure: test the flag in a loop, while holding the lock.
 */
public class LostNotify {
  static final Object lock = new Object();
  static volatile boolean ready;

  static void consume() {
    if (!ready) {              // no lock held here
      synchronized (lock) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          return;
        }
      }
    }
    System.out.println("consumed");
  }

  static void produce() {
    ready = true;
    synchronized (lock) {
      lock.notify();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread consumer = new Thread(LostNotify::consume, "consumer");
    Thread producer = new Thread(LostNotify::produce, "producer");
    consumer.start();
    producer.start();
    consumer.join();
    producer.join();
  }
}
