/** Three threads that count without and with a lock: some hundred thousand states, enough to be interrupted in. */
public class Busy {
  static int loose, held;
  static final Object lock = new Object();

  public static void main(String[] args) throws InterruptedException {
    int rounds = args.length == 0 ? 4 : Integer.parseInt(args[0]);
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      int me = i;
      threads[i] =
          new Thread(
              () -> {
                for (int k = 0; k < rounds; k++) {
                  loose = loose + 1;
                  synchronized (lock) {
                    held += me;
                  }
                }
              });
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    System.out.println(loose + " " + held);
  }
}
