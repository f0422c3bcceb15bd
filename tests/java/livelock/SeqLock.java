// where: SeqLock.java:11
// hotspot: rarely
// outcomes: 0 | 3
// sometimes
/** The writer of a sequence lock fails between its two increments, and leaves it odd. */
public class SeqLock {
  static volatile int sequence, x, y;
  static int read() {
    for (;;) {
      int s;
      while (((s = sequence) & 1) != 0) Thread.onSpinWait();
      int sum = x + y;
      if (sequence == s) return sum;
    }
  }
  static void write(boolean right, int[] values) {
    sequence++;
    try {
      x = values[0];
      y = values[1];
    } catch (ArrayIndexOutOfBoundsException e) {
      if (!right) return;
      x = 0;
    }
    sequence++;
  }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread w = new Thread(() -> write(right, right ? new int[] {1, 2} : new int[] {1}), "writer");
    w.start();
    int seen = read();
    w.join();
    System.out.println(seen);
  }
}
