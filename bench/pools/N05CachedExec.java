import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N05CachedExec {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newCachedThreadPool();
    CountDownLatch l = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) p.execute(l::countDown);
    l.await(); p.shutdown();
    System.out.println(l.getCount());
  }
}
