import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N21NestedPools {
  public static void main(String[] args) throws Exception {
    ExecutorService o = Executors.newSingleThreadExecutor(), i = Executors.newSingleThreadExecutor();
    System.out.println(o.submit(() -> i.submit(() -> 5).get() + 1).get());
    o.shutdown(); i.shutdown();
  }
}
