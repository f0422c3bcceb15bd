/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | [a, b, c] 1 | [a, c, b] 1 | [a, b, c] 2 | [a, c, b] 2 | [a, b, c] 3 | [a, c, b] 3
 * hotspot: rarely fails
 * why: The copy is made before the lock is taken ("keep critical sections short"): both writers may copy the array with one route, and the second to publish drops the route of the first.
 */
import java.util.Arrays;

public class RouteTableLost {
  private volatile String[] routes = {"a"};
  private final Object lock = new Object();

  void add(String route) {
    String[] old = routes;
    String[] copy = Arrays.copyOf(old, old.length + 1);
    copy[old.length] = route;
    synchronized (lock) {
      routes = copy;
    }
  }

  int count() {
    int n = 0;
    for (String r : routes) if (r != null) n++;
    return n;
  }

  public static void main(String[] args) throws InterruptedException {
    RouteTableLost table = new RouteTableLost();
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
