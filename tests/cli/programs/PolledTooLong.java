// What poll() answers when its time is over is not looked at.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class PolledTooLong {
  public static void main(String[] args) throws InterruptedException {
    LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    new Thread(() -> queue.add("one")).start();
    String s = queue.poll(1, TimeUnit.SECONDS);
    System.out.println(s.length());
  }
}
