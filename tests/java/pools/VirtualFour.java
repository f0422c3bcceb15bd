// outcomes: 10
// why: close() waits for the four tasks, each of which adds its number once
// least: 21
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class VirtualFour {
  public static void main(String[] args) throws Exception {
    AtomicInteger sum = new AtomicInteger();
    try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 1; i <= 4; i++) {
        int n = i;
        tasks.submit(() -> sum.addAndGet(n));
      }
    }
    System.out.println(sum.get());
  }
}
