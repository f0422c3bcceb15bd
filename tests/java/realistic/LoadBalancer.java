/*
 * verdict: verified
 * outcomes: to a | to b
 * options: --random=all
 * needs: --random
 * why: Number and element come from the same copy of the list, so the draw is always below its length: a or b of two, or a of one.
 */
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

public class LoadBalancer {
  private final List<String> servers = new CopyOnWriteArrayList<>(List.of("a", "b"));
  private final Random random = new Random();

  String pick() {
    Object[] now = servers.toArray();
    return (String) now[random.nextInt(now.length)];
  }

  void down(String server) {
    servers.remove(server);
  }

  public static void main(String[] args) throws InterruptedException {
    LoadBalancer balancer = new LoadBalancer();
    Thread watchdog = new Thread(() -> balancer.down("b"), "watchdog");
    watchdog.start();
    String server = balancer.pick();
    watchdog.join();
    System.out.println("to " + server);
  }
}
