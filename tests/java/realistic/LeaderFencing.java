/*
 * verdict: verified
 * outcomes: [1] | [2] | [1, 2] | [2, 1]
 * why: Every lease comes with a number one higher, and the storage refuses a write with a lower number than it has seen, and lets a write with a higher one wait for the one that is
 *      going on. A node that was refused writes nothing, so the log has one entry if the first leader was too slow (the second one's number came first), or else two.
 */
import java.util.ArrayList;
import java.util.List;

public class LeaderFencing {
  /** Stands for the coordination service. */
  static class LeaseService {
    private int holder;
    private long expires;

    private int token;

    /** A number that grows with each lease, or 0. */
    synchronized int acquire(int node, long millis) {
      long now = System.currentTimeMillis();
      if (holder != 0 && holder != node && now < expires) return 0;
      holder = node;
      expires = now + millis;
      return ++token;
    }
  }

  static class Storage {
    private int writer;
    private final List<Integer> log = new ArrayList<>();

    private int newest;

    void write(int node, int token) {
      synchronized (this) {
        if (token < newest) return;
        newest = token;
        while (writer != 0) {
          try {
            wait();
          } catch (InterruptedException e) {
            return;
          }
        }
        if (token < newest) return;
        writer = node;
        log.add(node);
      }
      pause(10);
      synchronized (this) {
        writer = 0;
        notifyAll();
      }
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LeaseService leases = new LeaseService();
    Storage storage = new Storage();
    List<Thread> nodes = new ArrayList<>();
    for (int n = 1; n <= 2; n++) {
      int me = n;
      Thread t = new Thread(() -> {
        int token;
        while ((token = leases.acquire(me, 50)) == 0) pause(25);
        storage.write(me, token);
      }, "node-" + n);
      nodes.add(t);
      t.start();
    }
    for (Thread t : nodes) t.join();
    System.out.println(storage.log);
  }
}
