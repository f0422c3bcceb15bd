import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N26TwoClients {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(2);
    int[] r = new int[2];
    Thread[] t = new Thread[2];
    for (int i = 0; i < 2; i++) { int k = i; t[i] = new Thread(() -> { try { r[k] = p.submit(() -> k + 1).get(); } catch (Exception e) { throw new IllegalStateException(e); } }); t[i].start(); }
    for (Thread x : t) x.join();
    p.shutdown();
    System.out.println(r[0] + r[1]);
  }
}
