// outcomes: ab/t | t/ab
// why: who holds the monitor of System.out prints alone
public class OutputMonitor {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> System.out.println("t"));
    t.start();
    synchronized (System.out) {
      System.out.print("a");
      System.out.println("b");
    }
    t.join();
  }
}
