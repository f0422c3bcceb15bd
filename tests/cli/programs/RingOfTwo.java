/** Two producers of a ring for one: both see tail = 0. The consumer comes after both, and its head is no part of that. */
public class RingOfTwo {
  static class Ring { final int[] buf = new int[2]; volatile int head, tail;
    boolean offer(int x) { if (tail - head == 2) return false; buf[tail % 2] = x; tail = tail + 1; return true; }
    int poll() { if (head == tail) return -1; int v = buf[head % 2]; head = head + 1; return v; } }
  public static void main(String[] a) throws Exception {
    Ring r = new Ring(); int[] got = new int[2];
    Thread p1 = new Thread(() -> r.offer(1)), p2 = new Thread(() -> r.offer(2));
    p1.start(); p2.start(); p1.join(); p2.join();
    got[0] = r.poll(); got[1] = r.poll();
    if (got[0] + got[1] != 3) throw new AssertionError(got[0] + "," + got[1]);
  }
}
