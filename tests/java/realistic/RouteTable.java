/*
 * verdict: verified
 * outcomes: [a, b, c] 1 | [a, c, b] 1 | [a, b, c] 2 | [a, c, b] 2 | [a, b, c] 3 | [a, c, b] 3
 * why: Copy on write: writers copy the array under the lock and publish it with one write, so no route is lost and a reader's copy never changes. Routes b and c come in either
 *      order; the reader counts one to three.
 */
import java.util.Arrays;

public class RouteTable {
  private volatile String[] routes = {"a"};
  private final Object lock = new Object();

  void add(String route) {
    synchronized (lock) {
      String[] old = routes;
      String[] copy = Arrays.copyOf(old, old.length + 1);
      copy[old.length] = route;
      routes = copy;
    }
  }

  int count() {
    int n = 0;
    for (String r : routes) if (r != null) n++;
    return n;
  }

  public static void main(String[] args) throws InterruptedException {
    RouteTable table = new RouteTable();
    Thread t1 = new Thread(() -> table.add("b"));
    Thread t2 = new Thread(() -> table.add("c"));
    t1.start();
    t2.start();
    int seen = table.count();
    t1.join();
    t2.join();
    assert table.count() == 3 : Arrays.toString(table.routes);
    System.out.println(Arrays.toString(table.routes) + " " + seen);
  }
}
