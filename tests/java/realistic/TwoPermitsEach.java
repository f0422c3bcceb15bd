/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: 2 printed
 * hotspot: not seen
 * why: Each job needs two of the two printers and takes them one by one: both may have one and wait for another.
 */
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class TwoPermitsEach {
  private final Semaphore printers = new Semaphore(2);
  private final AtomicInteger printed = new AtomicInteger();

  void printDuplex() throws InterruptedException {
    for (int side = 0; side < 2; side++) printers.acquire();
    try {
      printed.incrementAndGet();
    } finally {
      printers.release(2);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    TwoPermitsEach office = new TwoPermitsEach();
    Thread[] jobs = new Thread[2];
    for (int i = 0; i < jobs.length; i++) {
      jobs[i] = new Thread(() -> {
        try {
          office.printDuplex();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      });
      jobs[i].start();
    }
    for (Thread j : jobs) j.join();
    System.out.println(office.printed + " printed");
  }
}
