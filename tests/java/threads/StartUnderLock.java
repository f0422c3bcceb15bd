// outcomes: end
// violation: deadlock
// why: start() needs the monitor of the Thread, which main holds while it waits for the one who is to call start()
public class StartUnderLock {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { });
    Thread starter = new Thread(t::start);
    starter.start();
    synchronized (t) { starter.join(); }
    t.join();
    System.out.println("end");
  }
}
