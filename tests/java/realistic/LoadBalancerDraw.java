/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: - | to a | to b
 * options: --random=all
 * hotspot: not seen
 * needs: --random
 * why: The number of servers is taken before the random draw and the list is read after it. The watchdog removes the broken server b in between: if the draw was 1, there is no such server any more
 *      (IndexOutOfBoundsException). A draw of 0 gives a; 1 in time gives b. Needs the draw and the schedule: with fixed random numbers it may never show.
 */
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

public class LoadBalancerDraw {
  private final List<String> servers = new CopyOnWriteArrayList<>(List.of("a", "b"));
  private final Random random = new Random();

  String pick() {
    int n = servers.size();
    return servers.get(random.nextInt(n));
  }

  void down(String server) {
    servers.remove(server);
  }

  public static void main(String[] args) throws InterruptedException {
    LoadBalancerDraw balancer = new LoadBalancerDraw();
    Thread watchdog = new Thread(() -> balancer.down("b"), "watchdog");
    watchdog.start();
    String server = balancer.pick();
    watchdog.join();
    System.out.println("to " + server);
  }
}
