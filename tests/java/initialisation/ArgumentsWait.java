// outcomes: 0 0 | 0 1 | 1 0 | 1 1
// why: what is given to X.take is read before X is initialised, and waits on the stack while the initialiser reads what the other thread writes
public class ArgumentsWait {
  static volatile int first, second;
  static int taken;
  static class X {
    static final int found = second;
    static void take(int given) { taken = given; }
  }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      int given = first;
      X.take(given);
    });
    Thread u = new Thread(() -> {
      first = 1;
      second = 1;
    });
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(taken + " " + X.found);
  }
}
