/*
 * verdict: violated
 * kinds: assertion
 * outcomes: [1, 2] | [2, 1] | [1] | [2]
 * hotspot: not seen
 * why: A lease says who leads, but only by the clock: a leader that is slow (a long pause between acquire and write, or during the write) writes when its 50 ms are over and the other
 *      node has taken the lease and writes too. The write that finds another writer fails in its node, and the log has one entry less. The clock moves by the sleeps alone here: twice 25 ms make a lease end
 *      while the other node still stands before its write or sleeps its 10 ms (which may last longer).
 */
import java.util.ArrayList;
import java.util.List;

public class LeaderLease {
  /** Stands for the coordination service. */
  static class LeaseService {
    private int holder;
    private long expires;

    synchronized boolean acquire(int node, long millis) {
      long now = System.currentTimeMillis();
      if (holder != 0 && holder != node && now < expires) return false;
      holder = node;
      expires = now + millis;
      return true;
    }

    synchronized boolean isHolder(int node) {
      return holder == node && System.currentTimeMillis() < expires;
    }
  }

  static class Storage {
    private int writer;
    private final List<Integer> log = new ArrayList<>();

    void write(int node) {
      synchronized (this) {
        assert writer == 0 : node + " writes while " + writer + " does";
        writer = node;
        log.add(node);
      }
      pause(10);
      synchronized (this) {
        writer = 0;
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
        while (!leases.acquire(me, 50)) pause(25);
        storage.write(me);
      }, "node-" + n);
      nodes.add(t);
      t.start();
    }
    for (Thread t : nodes) t.join();
    System.out.println(storage.log);
  }
}
