// Nobody shuts the pool down: its thread waits for another task when main is over.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolLeftOpen {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    System.out.println(pool.submit(() -> 7).get());
  }
}
