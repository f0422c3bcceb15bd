import java.util.LinkedHashMap;
import java.util.Map;

/** What the clients of the locks share: named cases, threads that keep a record each, and one line of output at the end. */
abstract class Cases {
  interface Body { void run(StringBuilder record) throws Exception; }
  interface Case { Body[] bodies() throws Exception; }

  private static final Map<String, Case> CASES = new LinkedHashMap<>();

  static void add(String name, Case c) { CASES.put(name, c); }
  static Body[] threads(Body... bodies) { return bodies; }

  static void run(String[] args) throws Exception {
    if (args.length == 0) {
      for (String name : CASES.keySet()) System.out.println(name);
      return;
    }
    Body[] bodies = CASES.get(args[0]).bodies();
    StringBuilder[] records = new StringBuilder[bodies.length];
    Thread[] threads = new Thread[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      StringBuilder record = records[i] = new StringBuilder();
      Body body = bodies[i];
      threads[i] = new Thread(() -> {
        try {
          body.run(record);
        } catch (Exception | Error e) {
          record.append(' ').append(e.getClass().getSimpleName());
          if (e.getMessage() != null) record.append('(').append(e.getMessage()).append(')');
        }
      });
    }
    THREADS = threads;
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    StringBuilder out = new StringBuilder();
    for (StringBuilder record : records) out.append('[').append(record.toString().trim()).append(']');
    System.out.println(out);
  }

  /** Loaded in every case: the list of what is visible names it. */
  static final Class<?> DATA = Shared.class;

  /** The threads of the case, all made before the first starts. */
  static Thread[] THREADS;
}

/** Data that the threads share, under the locks or not. */
class Shared {
  int x, y;
  volatile int v;
}
