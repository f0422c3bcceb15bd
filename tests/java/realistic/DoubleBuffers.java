/*
 * verdict: verified
 * outcomes: drawn 1 2
 * why: Two buffers change hands in an Exchanger: the painter's full one against the screen's empty one. Each side has one buffer at a time, so frames are drawn in the order in which
 *      they were painted. The Exchanger of JDK 17 polls up to 1024 times, by a pseudo-random number, before it looks again and parks; each number is a state.
 */
import java.util.concurrent.Exchanger;

public class DoubleBuffers {
  public static void main(String[] args) throws InterruptedException {
    Exchanger<StringBuilder> swap = new Exchanger<>();
    StringBuilder drawn = new StringBuilder("drawn");
    Thread painter = new Thread(() -> {
      StringBuilder buffer = new StringBuilder();
      try {
        for (int frame = 1; frame <= 2; frame++) {
          buffer.setLength(0);
          buffer.append(frame);
          buffer = swap.exchange(buffer);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }, "painter");
    painter.start();
    StringBuilder screen = new StringBuilder();
    for (int i = 0; i < 2; i++) {
      screen = swap.exchange(screen);
      drawn.append(' ').append(screen);
    }
    painter.join();
    System.out.println(drawn);
  }
}
