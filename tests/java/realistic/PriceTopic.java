/*
 * verdict: verified
 * outcomes: [1, 2] | [2]
 * why: Replay and subscription are one step, and so are the new price and the calls, under the same lock.
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

public class PriceTopic {
  private final List<IntConsumer> subscribers = new CopyOnWriteArrayList<>();
  private volatile int last = 1;

  synchronized void publish(int price) {
    last = price;
    for (IntConsumer s : subscribers) s.accept(price);
  }

  synchronized void subscribe(IntConsumer subscriber) {
    subscriber.accept(last);
    subscribers.add(subscriber);
  }

  public static void main(String[] args) throws InterruptedException {
    PriceTopic topic = new PriceTopic();
    List<Integer> seen = new ArrayList<>();
    Thread exchange = new Thread(() -> topic.publish(2), "exchange");
    exchange.start();
    topic.subscribe(price -> {
      synchronized (seen) {
        seen.add(price);
      }
    });
    exchange.join();
    assert seen.get(seen.size() - 1) == 2 : "old price: " + seen;
    System.out.println(seen);
  }
}
