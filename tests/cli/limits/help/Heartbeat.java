/** A daemon that counts without end, and sleeps, beside a thread that prints. */
public class Heartbeat {
    private static int beats;

    public static void main(String[] args) throws InterruptedException {
        Thread heart = new Thread(() -> {
            try {
                while (beats >= 0) {
                    beats++;
                    Thread.sleep(100);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        heart.setDaemon(true);
        heart.start();
        Thread worker = new Thread(() -> System.out.println("work"));
        worker.start();
        worker.join();
    }
}
