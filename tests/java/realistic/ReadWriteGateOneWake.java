/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: v1 | v2
 * hotspot: not seen
 * why: The last reader wakes one waiter, "the writer". But a reader that was kept out by the waiting writer waits on the same monitor, and may be the one: main reads, the writer waits, the
 *      reader comes and waits because of the writer, main leaves and its notify chooses the reader, who sees the waiting writer and waits again. The writer is never woken.
 */
public class ReadWriteGateOneWake {
  private int readers;
  private int waitingWriters;
  private boolean writing;

  synchronized void enterRead() throws InterruptedException {
    while (writing || waitingWriters > 0) wait();
    readers++;
  }

  synchronized void exitRead() {
    if (--readers == 0) notify();
  }

  synchronized void enterWrite() throws InterruptedException {
    waitingWriters++;
    try {
      while (writing || readers > 0) wait();
      writing = true;
    } finally {
      waitingWriters--;
    }
  }

  synchronized void exitWrite() {
    writing = false;
    notifyAll();
  }

  static int price = 10, version = 1;

  public static void main(String[] args) throws InterruptedException {
    ReadWriteGateOneWake gate = new ReadWriteGateOneWake();
    String[] seen = new String[1];
    Thread writer = new Thread(() -> {
      try {
        gate.enterWrite();
        price = 20;
        version = 2;
        gate.exitWrite();
      } catch (InterruptedException e) {
        throw new RuntimeException(e);
      }
    });
    Thread reader = new Thread(() -> {
      try {
        gate.enterRead();
        int p = price, v = version;
        gate.exitRead();
        assert p == 10 * v : p + " of version " + v;
        seen[0] = "v" + v;
      } catch (InterruptedException e) {
        throw new RuntimeException(e);
      }
    });
    writer.start();
    reader.start();
    gate.enterRead();
    assert price == 10 * version;
    gate.exitRead();
    writer.join();
    reader.join();
    System.out.println(seen[0]);
  }
}
