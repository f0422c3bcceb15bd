// Seeded bug: reads and writes in two steps. Its one method sounds as if it only read.
public class TicketDispenser {
  private volatile int next;
  public int getTicket() {
    int mine = next;
    next = (mine + 1) % 4;
    return mine;
  }
}
