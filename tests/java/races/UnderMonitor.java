// races: none
public class UnderMonitor {
  static int n;

  static synchronized void add() {
    n++;
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(UnderMonitor::add), u = new Thread(UnderMonitor::add);
    t.start();
    u.start();
    add();
    t.join();
    u.join();
    assert n == 3;
  }
}
