import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N27WorkStealing {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newWorkStealingPool(2);
    Future<Integer> a = p.submit(() -> 1), b = p.submit(() -> 2);
    System.out.println(a.get() + b.get());
  }
}
