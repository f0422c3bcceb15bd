// outcomes: 3 3
// why: who finds the initialisation in progress, with the lock of its initialiser given up in between, waits until its end and sees the last value
public class WaitsForTheEnd {
  static final Object lock = new Object();
  static class K { static int v; static { v = 1; synchronized (lock) { v = 2; } v = 3; } }
  public static void main(String[] args) throws Exception {
    int[] seen = new int[2];
    Thread t = new Thread(() -> seen[0] = K.v);
    t.start();
    seen[1] = K.v;
    t.join();
    System.out.println(seen[0] + " " + seen[1]);
  }
}
