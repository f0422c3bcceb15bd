// verdict: verified
// outcomes: end
// A reading in another unit moves with the clock as the reading does: the loop ends after three sleeps.
public class MillisOfNanos {
    static long millis() { return System.nanoTime() / 1_000_000; }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        long start = millis();
        while (millis() - start < 30) Thread.sleep(10);
        System.out.println("end");
        other.join();
    }
}
