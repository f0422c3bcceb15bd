import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One ticket, two sellers. Each asks whether a ticket is left and then takes it; between the two calls the other may
 * have sold it, and poll returns null. The exception ends a thread, not the program: on a real machine it is easy to miss.
 */
public class TicketSale {
  static final ConcurrentLinkedQueue<String> tickets = new ConcurrentLinkedQueue<>();

  static void sell() {
    if (!tickets.isEmpty()) {
      String ticket = tickets.poll();
      System.out.println("sold " + ticket.toUpperCase());
    }
  }

  public static void main(String[] args) throws InterruptedException {
    tickets.add("row 1, seat 1");
    Thread a = new Thread(TicketSale::sell);
    Thread b = new Thread(TicketSale::sell);
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
