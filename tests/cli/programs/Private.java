/** Threads that write a lot of shared objects of which each thread has its own; only the last word is contended. */
public class Private {
  static final int[][] cells = new int[3][4];
  static int last;

  public static void main(String[] args) throws InterruptedException {
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      final int me = i;
      threads[i] = new Thread(() -> {
        Object[] mine = {cells[me]};
        for (int k = 0; k < 4; k++) ((int[]) mine[0])[k] = k;
        last = me;
      });
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    System.out.println(last);
  }
}
