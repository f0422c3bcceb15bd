import java.util.concurrent.atomic.AtomicInteger;

/** A violation that needs one order of many, and classes that only some orders load. */
public class Late {
  static final AtomicInteger turn = new AtomicInteger();
  static int seen;

  static class First {
    static final String NAME = "first" + turn.get();
  }

  static class Second {
    static final String NAME = "second".intern();
  }

  record Pair(int a, int b) {}

  public static void main(String[] args) throws InterruptedException {
    Thread one =
        new Thread(
            () -> {
              int t = turn.getAndIncrement();
              if (t == 1) System.out.println(First.NAME.length() + new Pair(t, seen).toString());
              seen++;
            });
    Thread two =
        new Thread(
            () -> {
              int t = turn.getAndAdd(2);
              if (t == 1) System.out.println(Second.NAME + new Pair(seen, t).hashCode());
              seen++;
            });
    one.start();
    two.start();
    turn.incrementAndGet();
    int before = seen;
    one.join();
    two.join();
    assert seen == 2 || before == 0 : "lost after " + before;
    System.out.println(seen);
  }
}
