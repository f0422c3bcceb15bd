// outcomes: interrupted | joined false | joined true
// why: an interrupt ends the wait inside of join(), unless the end of the thread notified the joiner before; it is seen as pending where join() did not wait
public class InterruptedJoiner {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { });
    Thread j = new Thread(() -> {
      try {
        synchronized (t) { t.join(); }
        System.out.println("joined " + Thread.currentThread().isInterrupted());
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    });
    t.start();
    j.start();
    j.interrupt();
    j.join();
    t.join();
  }
}
