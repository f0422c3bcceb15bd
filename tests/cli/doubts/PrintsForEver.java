/** Prints a line each round, as often as it likes, until it is told to stop. */
public class PrintsForEver {
  static volatile boolean stop;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      while (!stop) {
        System.out.println("tick");
        Thread.yield();
      }
      System.out.println("bye");
    });
    t.start();
    stop = args.length == 0;
    t.join();
  }
}
