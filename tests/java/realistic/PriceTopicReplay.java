/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | [1, 2] | [2] | [2, 2]
 * hotspot: rarely fails
 * why: A new subscriber gets the last price and is added to the list then. A price that is published in between reaches neither: it is newer than what was replayed, and the
 *      subscriber is not in the list yet. The subscriber ends with an old price. Otherwise 2 is replayed, or published to it, or both (the price is set before the list is walked).
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

public class PriceTopicReplay {
  private final List<IntConsumer> subscribers = new CopyOnWriteArrayList<>();
  private volatile int last = 1;

  void publish(int price) {
    last = price;
    for (IntConsumer s : subscribers) s.accept(price);
  }

  void subscribe(IntConsumer subscriber) {
    subscriber.accept(last);
    subscribers.add(subscriber);
  }

  public static void main(String[] args) throws InterruptedException {
    PriceTopicReplay topic = new PriceTopicReplay();
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
