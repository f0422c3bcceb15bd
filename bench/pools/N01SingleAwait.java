import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N01SingleAwait {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newSingleThreadExecutor();
    StringBuffer b = new StringBuffer();
    p.execute(() -> b.append("a")); p.execute(() -> b.append("b"));
    p.shutdown();
    System.out.println(p.awaitTermination(1, TimeUnit.HOURS) + " " + b);
  }
}
