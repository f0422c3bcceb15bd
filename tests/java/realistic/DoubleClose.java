/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | one lease
 * hotspot: not seen
 * why: close is meant to be harmless the second time, but looks at the flag and sets it in two steps: the request and its time-out may both find it open, and the socket goes back
 *      twice. Then the next two leases share it. Otherwise the pool of one has one lease to give.
 */
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

public class DoubleClose {
  static class Socket {
    final AtomicInteger users = new AtomicInteger();
  }

  static class SocketPool {
    private final Deque<Socket> idle = new ArrayDeque<>();

    SocketPool(int size) {
      for (int i = 0; i < size; i++) idle.push(new Socket());
    }

    synchronized Lease lease() {
      return idle.isEmpty() ? null : new Lease(this, idle.pop());
    }

    synchronized void giveBack(Socket s) {
      idle.push(s);
    }
  }

  static class Lease implements AutoCloseable {
    private final SocketPool pool;
    private final Socket socket;
    private volatile boolean closed;

    Lease(SocketPool pool, Socket socket) {
      this.pool = pool;
      this.socket = socket;
    }

    void use() {
      int n = socket.users.incrementAndGet();
      assert n == 1 : n + " users of one socket";
      socket.users.decrementAndGet();
    }

    @Override
    public void close() {
      if (closed) return;
      closed = true;
      pool.giveBack(socket);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    SocketPool pool = new SocketPool(1);
    Lease request = pool.lease();
    request.use();
    Thread timeout = new Thread(request::close, "time-out");
    timeout.start();
    request.close();
    timeout.join();
    Lease first = pool.lease();
    Lease second = pool.lease();
    assert second == null || first.socket != second.socket : "two leases of one socket";
    System.out.println(first != null && second == null ? "one lease" : "?");
  }
}
