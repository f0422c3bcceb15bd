// Asked and taken in one line, which comes by the variable twice and is no loop.
import java.util.concurrent.atomic.AtomicInteger;

public class CheckedInOneLine {
  static final AtomicInteger seats = new AtomicInteger(1);

  static void book() {
    if (seats.get() > 0) seats.decrementAndGet();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(CheckedInOneLine::book), b = new Thread(CheckedInOneLine::book);
    a.start();
    b.start();
    a.join();
    b.join();
    assert seats.get() == 0 : seats;
  }
}
