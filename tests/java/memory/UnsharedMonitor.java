// A monitor that nobody else uses orders nothing; one that both use does.
// races sc: racy
// outcomes sc: 0 0 | 1 1 | 0 1
// outcomes jmm: 0 0 | 1 1 | 0 1 | 1 0
public class UnsharedMonitor {
  static int data, flag;
  static int f, d;

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      data = 1;
      synchronized (new Object()) {
        flag = 1;
      }
    });
    Thread reader = new Thread(() -> {
      synchronized (new Object()) {
        f = flag;
      }
      synchronized (new Object()) {
        d = data;
      }
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(f + " " + d);
  }
}
