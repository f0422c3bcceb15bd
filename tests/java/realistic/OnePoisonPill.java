/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: none
 * hotspot: hang
 * why: Two consumers, one pill: whoever takes it ends, and the other one waits on the empty queue for ever, in every schedule.
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class OnePoisonPill {
  private static final String STOP = "STOP";

  static class Crawler implements Runnable {
    private final BlockingQueue<String> urls;
    private final AtomicInteger pages;

    Crawler(BlockingQueue<String> urls, AtomicInteger pages) {
      this.urls = urls;
      this.pages = pages;
    }

    @Override
    public void run() {
      try {
        String url;
        while ((url = urls.take()) != STOP) {
          if (url.startsWith("http")) pages.incrementAndGet();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<String> urls = new LinkedBlockingQueue<>();
    AtomicInteger pages = new AtomicInteger();
    Thread[] crawlers = new Thread[2];
    for (int i = 0; i < crawlers.length; i++) {
      crawlers[i] = new Thread(new Crawler(urls, pages), "crawler-" + i);
      crawlers[i].start();
    }
    urls.put("http://a.example");
    urls.put(STOP);
    for (Thread t : crawlers) t.join();
    System.out.println(pages + " pages");
  }
}
