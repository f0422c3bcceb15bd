/*
 * verdict: verified
 * outcomes: 1 pages
 * why: Who takes the pill puts it back for the next one, so both end; the page is before the pill in the queue and is counted by one of them.
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class PoisonPills {
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
        urls.put(STOP);
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
