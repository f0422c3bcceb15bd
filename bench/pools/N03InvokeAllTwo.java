import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N03InvokeAllTwo {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(2);
    int s = 0;
    for (Future<Integer> f : p.invokeAll(List.<Callable<Integer>>of(() -> 3, () -> 4))) s += f.get();
    p.shutdownNow();
    System.out.println(s);
  }
}
