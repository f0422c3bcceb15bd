/**
 * An object that is handed over through a plain field, by a race. Its final field arrives with it (JLS 17.5), its other field
 * may arrive later: `java Publication.java` hardly ever shows it, and Java allows it.
 */
public class Publication {
  static class Order {
    final int id;
    int amount;

    Order(int id, int amount) {
      this.id = id;
      this.amount = amount;
    }
  }

  static Order latest;

  public static void main(String[] args) throws InterruptedException {
    Thread shop = new Thread(() -> latest = new Order(7, 100), "shop");
    shop.start();
    Order order = latest;
    if (order == null) System.out.println("no order yet");
    else System.out.println("order " + order.id + ", amount " + order.amount);
    shop.join();
  }
}
