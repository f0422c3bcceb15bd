// verdict: verified
// outcomes: end
// A double made of a reading is no reading any more, but moves with the clock: the loop ends after three sleeps.
public class SecondsAsDouble {
    static double seconds() { return System.currentTimeMillis() / 1000.0; }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        double start = seconds();
        while (seconds() - start < 0.03) Thread.sleep(10);
        System.out.println("end");
        other.join();
    }
}
