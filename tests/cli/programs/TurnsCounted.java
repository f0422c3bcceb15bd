/** Counts the turns of a loop that waits for a flag, and does something with the count or nothing: as the first argument says. */
public class TurnsCounted {
  static volatile boolean stop;
  static int turns;

  static class Worker implements Runnable {
    long count;
    public void run() {
      while (!stop) {
        count++;
        turns += 2;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Worker worker = new Worker();
    Thread t = args[0].equals("unread") ? new Thread(worker) : new Thread(() -> {
      int n = 0;
      while (!stop) n++;
      System.out.println(args[0].equals("printed") ? "turns: " + n : n >= 0 ? "done" : "overflow");
    });
    t.start();
    stop = true;
    t.join();
  }
}
