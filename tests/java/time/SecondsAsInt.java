// verdict: verified
// outcomes: end
// An int made of a reading moves with the clock: the loop ends after at most four sleeps.
public class SecondsAsInt {
    static int seconds() { return (int) (System.currentTimeMillis() / 1000); }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        int start = seconds();
        while (seconds() - start < 2) Thread.sleep(500);
        System.out.println("end");
        other.join();
    }
}
