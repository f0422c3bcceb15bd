// outcomes: end
// unbroken: java.lang.Thread.interrupt
// why: nobody but the pool interrupts its workers, so that an interrupt is part of the step of shutdown() or of a worker that ends
import java.util.concurrent.*;

public class ShutdownOfIdle {
  public static void main(String[] args) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> {});
    pool.execute(() -> {});
    pool.shutdown();
    System.out.println("end");
  }
}
