/*
 * verdict: verified
 * outcomes: v1 | v2
 * why: Readers share, a writer waits until nobody reads and keeps new readers out while it waits. Every exit wakes all. The reader sees the price and the version of the same
 *      write, since a writer is alone: 10 for version 1 or 20 for version 2.
 */
public class ReadWriteGate {
  private int readers;
  private int waitingWriters;
  private boolean writing;

  synchronized void enterRead() throws InterruptedException {
    while (writing || waitingWriters > 0) wait();
    readers++;
  }

  synchronized void exitRead() {
    readers--;
    notifyAll();
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
    ReadWriteGate gate = new ReadWriteGate();
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
