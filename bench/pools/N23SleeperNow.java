import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N23SleeperNow {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 2; i++) p.execute(() -> { try { Thread.sleep(100000); } catch (InterruptedException e) { System.out.println("woken"); } });
    p.shutdownNow();
  }
}
