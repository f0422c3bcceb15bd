// outcomes: true | false
// stress: no
// why: which threads there are is a question like activeCount(); nobody looks at where one stands that is on its way
import java.util.*;

public class AllTracesKeys {
  static volatile int x;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { x = 1; x = 2; });
    t.start();
    System.out.println(Thread.getAllStackTraces().keySet().contains(t));
    t.join();
  }
}
