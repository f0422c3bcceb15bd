import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N04InvokeAnyFail {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(2);
    String s = p.invokeAny(List.<Callable<String>>of(() -> { throw new IllegalStateException(); }, () -> "ok"));
    p.shutdown();
    System.out.println(s);
  }
}
