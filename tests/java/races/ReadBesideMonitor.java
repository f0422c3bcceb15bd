// Writes are guarded, a read is not.
// races: ReadBesideMonitor.n
public class ReadBesideMonitor {
  static int n;

  static synchronized void add() {
    n++;
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(ReadBesideMonitor::add);
    t.start();
    add();
    int seen = n;
    t.join();
    assert seen >= 1;
  }
}
