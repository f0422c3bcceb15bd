// filesystem(n): threads allocate blocks to inodes under a lock per inode and a lock per block. 1 trace up to 13
// threads, then 2^(n-13).
public class FileSystem {
  static final int INODES = 32, BLOCKS = 26;

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    Object[] lockI = new Object[INODES], lockB = new Object[BLOCKS];
    for (int i = 0; i < INODES; ++i) lockI[i] = new Object();
    for (int i = 0; i < BLOCKS; ++i) lockB[i] = new Object();
    int[] inode = new int[INODES];
    boolean[] busy = new boolean[BLOCKS];
    Thread[] threads = new Thread[n];
    for (int t = 0; t < n; ++t) {
      int tid = t;
      threads[t] = new Thread(() -> {
        int i = tid % INODES;
        synchronized (lockI[i]) {
          if (inode[i] == 0) {
            int b = i * 2 % BLOCKS;
            while (true) {
              synchronized (lockB[b]) {
                if (!busy[b]) {
                  busy[b] = true;
                  inode[i] = b + 1;
                  break;
                }
              }
              b = (b + 1) % BLOCKS;
            }
          }
        }
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
  }
}
