"""Programs that the tests of jmc mcp have checked."""

# Two threads may both sell the last seat: a check, then an act.
RACY = """
public class Seats {
  private int free = 1, sold;
  void sell() { if (free > 0) { free--; sold++; } }
  public static void main(String[] args) throws InterruptedException {
    Seats seats = new Seats();
    Thread a = new Thread(seats::sell, "web"), b = new Thread(seats::sell, "desk");
    a.start(); b.start(); a.join(); b.join();
    assert seats.sold <= 1 : "sold " + seats.sold + " of one seat";
    System.out.println("sold " + seats.sold);
  }
}
"""
MENDED = RACY.replace("void sell()", "synchronized void sell()")
# The right assertion and no race, but both threads wait for each other.
DEADLOCK = RACY.replace("void sell() { if (free > 0) { free--; sold++; } }", """
  final Object first = new Object(), second = new Object();
  void sell() {
    boolean web = Thread.currentThread().getName().equals("web");
    synchronized (web ? first : second) { synchronized (web ? second : first) { if (free > 0) { free--; sold++; } } }
  }""")
# Right, but it sells nothing: what both versions verify differs.
NEVER = MENDED.replace("if (free > 0)", "if (free > 1)")

COUNTER = """
public class Counter {
  private int n;
  public int next() { return n++; }
}
"""

# Two threads that wait for each other's turn in a story of hundreds of steps before something fails.
LONG_STORY = """
public class Rounds {
  static volatile int turn, lost;
  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> { for (int i = 0; i < 60; i++) { turn++; lost += turn & 1; } });
    a.start();
    for (int i = 0; i < 60; i++) { turn++; lost += turn & 1; }
    a.join();
    throw new IllegalStateException("an explanation of no use: " + "long ".repeat(500));
  }
}
"""

# More states than anybody has time for.
ENDLESS = """
public class Many {
  static volatile int a, b, c, d;
  public static void main(String[] args) {
    for (int t = 0; t < 6; t++) {
      int me = t;
      new Thread(() -> {
        for (int i = 0; i < 1000; i++) { a += me; b ^= a * 31 + me; c += b >>> 3; d = d * 7 + c + me; }
      }).start();
    }
  }
}
"""

JUNIT = """
import org.junit.jupiter.api.Test;
class SeatsTest {
  int n;
  @Test void racy() throws Exception {
    Thread a = new Thread(() -> n++), b = new Thread(() -> n++);
    a.start(); b.start(); a.join(); b.join();
    assert n == 2;
  }
  @Test void fine() { assert n == 0; }
}
"""
