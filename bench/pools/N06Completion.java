import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N06Completion {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(2);
    ExecutorCompletionService<Integer> c = new ExecutorCompletionService<>(p);
    c.submit(() -> 1); c.submit(() -> 2);
    System.out.println(c.take().get() * 10 + c.take().get());
    p.shutdown();
  }
}
