import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Three threads with one body: in what they do, or what main does afterwards, it shows which of them did it. */
public class WhoIsWho {
  static final List<Thread> done = Collections.synchronizedList(new ArrayList<>());
  static volatile Thread last;
  static volatile String name;
  static volatile long id;
  static final Map<Thread, Integer> turns = Collections.synchronizedMap(new HashMap<>());
  static int turn;

  static synchronized int next() {
    return turn++;
  }

  public static void main(String[] args) throws InterruptedException {
    String how = args[0];
    Thread[] threads = new Thread[3];
    int[][] results = new int[3][1];
    for (int i = 0; i < 3; i++) {
      int[] result = results[i];
      threads[i] = how.equals("result") ? new Thread(() -> result[0] = next()) : new Thread(() -> {
        switch (how) {
          case "list": done.add(Thread.currentThread()); break;
          case "last": last = Thread.currentThread(); break;
          case "name": name = Thread.currentThread().getName(); break;
          case "id": id = Thread.currentThread().getId(); break;
          case "map": turns.put(Thread.currentThread(), next()); break;
          default: next();
        }
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    switch (how) {
      case "list": System.out.println(done.indexOf(threads[0])); break;
      case "last": System.out.println(last == threads[0] ? 0 : last == threads[1] ? 1 : 2); break;
      case "name": System.out.println(name.substring(name.length() - 1)); break;
      case "id": System.out.println(id - threads[0].getId()); break;
      case "result": System.out.println(results[0][0] + "" + results[1][0] + results[2][0]); break;
      case "map": System.out.println(turns.get(threads[0])); break;
      default: System.out.println(turn);
    }
  }
}
