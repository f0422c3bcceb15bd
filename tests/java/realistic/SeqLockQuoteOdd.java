/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | 10/11 | 20/22
 * hotspot: not seen
 * why: The reader compares the two values of the sequence and forgets to ask whether they are even: in the middle of a write, with the new bid and the old ask, both are 1.
 */
public class SeqLockQuoteOdd {
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
      int b = bid, a = ask;
      if (sequence == before) return new int[] {b, a};
    }
  }

  public static void main(String[] args) throws InterruptedException {
    SeqLockQuoteOdd quote = new SeqLockQuoteOdd();
    Thread feed = new Thread(() -> quote.update(20, 22), "feed");
    feed.start();
    int[] q = quote.read();
    feed.join();
    assert q[1] * 10 == q[0] * 11 : q[0] + "/" + q[1];
    System.out.println(q[0] + "/" + q[1]);
  }
}
