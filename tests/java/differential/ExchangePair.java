// Two threads swap values through an Exchanger.
import java.util.concurrent.Exchanger;

public class ExchangePair {
  public static void main(String[] args) throws InterruptedException {
    Exchanger<String> x = new Exchanger<>();
    String[] got = new String[1];
    Thread t = new Thread(() -> {
      try {
        got[0] = x.exchange("from the thread");
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    t.start();
    System.out.println("main got " + x.exchange("from main"));
    t.join();
    System.out.println("thread got " + got[0]);
  }
}
