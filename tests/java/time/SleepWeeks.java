// verdict: verified
// outcomes: interrupted | slept
// A sleep of 24 days may be over before the interrupt.
public class SleepWeeks {
    static String end = "slept";

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(Integer.MAX_VALUE);
            } catch (InterruptedException e) {
                end = "interrupted";
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println(end);
    }
}
