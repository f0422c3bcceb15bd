// outcomes: - | interrupted
// why: who interrupts a thread that another one starts comes before the start, which then counts, or after it: then the thread may have looked already
public class InterruptBeforeStart {
  static volatile String seen;

  public static void main(String[] args) throws Exception {
    Thread late = new Thread(() -> seen = Thread.interrupted() ? "interrupted" : "-");
    Thread starter = new Thread(late::start);
    starter.start();
    late.interrupt();
    starter.join();
    late.join();
    System.out.println(seen);
  }
}
