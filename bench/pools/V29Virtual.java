import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class V29Virtual {
  public static void main(String[] args) throws Exception {
    try (ExecutorService p = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> a = p.submit(() -> 1), b = p.submit(() -> 2), c = p.submit(() -> 3);
      System.out.println(a.get() + b.get() + c.get());
    }
  }
}
