/*
 * verdict: verified
 * outcomes: orders 1 failed 1
 * why: A connection that cannot be opened goes back together with its permit, so both threads get one in either order; one loads its order, the other fails.
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class ConnectionPool {
  static class Connection {
    private boolean open;

    void open(int customer) {
      if (customer == 13) throw new IllegalArgumentException("no database for customer " + customer);
      open = true;
    }

    String query(String sql) {
      if (!open) throw new IllegalStateException("closed");
      return sql.toUpperCase();
    }

    void close() {
      open = false;
    }
  }

  static class Pool {
    private final Semaphore permits;
    private final List<Connection> idle = new ArrayList<>();

    Pool(int size) {
      permits = new Semaphore(size);
      for (int i = 0; i < size; i++) idle.add(new Connection());
    }

    Connection borrow(int customer) throws InterruptedException {
      permits.acquire();
      Connection c;
      synchronized (idle) {
        c = idle.remove(idle.size() - 1);
      }
      try {
        c.open(customer);
      } catch (RuntimeException e) {
        giveBack(c);
        throw e;
      }
      return c;
    }

    void giveBack(Connection c) {
      c.close();
      synchronized (idle) {
        idle.add(c);
      }
      permits.release();
    }
  }

  private static final AtomicInteger orders = new AtomicInteger();
  private static final AtomicInteger failed = new AtomicInteger();

  static void loadOrder(Pool pool, int customer) {
    try {
      Connection c = pool.borrow(customer);
      try {
        if (c.query("select * from orders").startsWith("SELECT")) orders.incrementAndGet();
      } finally {
        pool.giveBack(c);
      }
    } catch (IllegalArgumentException e) {
      failed.incrementAndGet();
    } catch (InterruptedException e) {
      throw new RuntimeException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    Pool pool = new Pool(1);
    Thread t1 = new Thread(() -> loadOrder(pool, 7));
    Thread t2 = new Thread(() -> loadOrder(pool, 13));
    t1.start();
    t2.start();
    t1.join();
    t2.join();
    System.out.println("orders " + orders + " failed " + failed);
  }
}
