import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N28GetTimed {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newSingleThreadExecutor();
    Future<Integer> f = p.submit(() -> 3);
    try { System.out.println(f.get(1, TimeUnit.SECONDS)); } catch (TimeoutException e) { System.out.println("late"); }
    p.shutdown();
  }
}
