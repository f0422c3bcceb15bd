// verdict: violated deadlock
// outcomes: woken
// The notification may come before the wait, which has no end of its own.
public class NotifiedTooEarly {
    public static void main(String[] args) throws Exception {
        Object monitor = new Object();
        Thread t = new Thread(() -> {
            synchronized (monitor) {
                monitor.notify();
            }
        });
        t.start();
        synchronized (monitor) {
            monitor.wait(Long.MAX_VALUE);
        }
        System.out.println("woken");
    }
}
