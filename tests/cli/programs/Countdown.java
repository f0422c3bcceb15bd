/** Polls for a limited number of rounds. */
public class Countdown {
  static volatile boolean ready;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      for (int i = 0; i < 100 && !ready; i++) { }
    });
    t.start();
    ready = true;
    t.join();
  }
}
