/*
 * verdict: verified
 * outcomes: 10/11 | 20/22
 * why: The sequence is odd while the writer writes. A reader takes its copies between two equal, even values, during which nothing was written: bid and ask belong together.
 */
public class SeqLockQuote {
  private volatile int sequence;
  private volatile int bid = 10;
  private volatile int ask = 11;

  void update(int newBid, int newAsk) {   // one writer
    sequence++;
    bid = newBid;
    ask = newAsk;
    sequence++;
  }

  int[] read() {
    while (true) {
      int before = sequence;
      if ((before & 1) != 0) {
        Thread.onSpinWait();
        continue;
      }
      int b = bid, a = ask;
      if (sequence == before) return new int[] {b, a};
    }
  }

  public static void main(String[] args) throws InterruptedException {
    SeqLockQuote quote = new SeqLockQuote();
    Thread feed = new Thread(() -> quote.update(20, 22), "feed");
    feed.start();
    int[] q = quote.read();
    feed.join();
    assert q[1] * 10 == q[0] * 11 : q[0] + "/" + q[1];
    System.out.println(q[0] + "/" + q[1]);
  }
}
