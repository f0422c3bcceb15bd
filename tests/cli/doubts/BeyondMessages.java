/** What Java allows and --memory=jmm does not explore, one kind each; "plain" has a race that can show none of them. */
public class BeyondMessages {
  static final class Box {
    volatile int value;

    Box() {
      value = 1;
    }
  }

  static int x, y;
  static long wide;
  static volatile int g;
  static Box box;

  public static void main(String[] args) throws Exception {
    Runnable[] both =
        switch (args[0]) {
          case "volatile" -> new Runnable[] {() -> { g = 1; x = 1; }, () -> { int r1 = x; int r2 = g; }};
          case "lock" -> new Runnable[] {() -> { synchronized (Box.class) { g = 1; } x = 1; },
              () -> { int r1 = x; synchronized (Box.class) { r1 = g; } }};
          case "published" -> new Runnable[] {() -> box = new Box(), () -> { Box b = box; if (b != null) b.value++; }};
          case "buffering" -> new Runnable[] {() -> { int r = x; y = 1; }, () -> { int r = y; x = 1; }};
          case "same" -> new Runnable[] {() -> { int r = x; x = 1; }, () -> { int r = x; x = 2; }};
          case "wide" -> new Runnable[] {() -> wide = -1, () -> { long r = wide; }};
          default -> new Runnable[] {() -> { x = 1; y = 1; }, () -> { int r1 = y; int r2 = x; }};
        };
    Thread t = new Thread(both[0]), u = new Thread(both[1]);
    t.start();
    u.start();
    t.join();
    u.join();
  }
}
