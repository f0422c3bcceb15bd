// fair: Polite.java:11
// hotspot: never
// outcomes: 2
/** Two threads that give way to each other whenever both want: an end can be reached, and may never be. */
public class Polite {
  static final java.util.concurrent.atomic.AtomicIntegerArray wants = new java.util.concurrent.atomic.AtomicIntegerArray(2);
  static int n;
  static void enter(int me, boolean right) {
    for (;;) {
      wants.set(me, 1);
      if (wants.get(1 - me) == 0) break;
      if (right && me == 0) { while (wants.get(1) == 1) Thread.onSpinWait(); break; }
      wants.set(me, 0);
      if (right) while (wants.get(0) == 1) Thread.onSpinWait();
    }
    n++;
    wants.set(me, 0);
  }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread t = new Thread(() -> enter(0, right), "zero"), u = new Thread(() -> enter(1, right), "one");
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(n);
  }
}
