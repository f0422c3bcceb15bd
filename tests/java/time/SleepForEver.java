// verdict: verified
// outcomes: interrupted
// A sleep of 292 million years ends by the interrupt and in no other way.
public class SleepForEver {
    static String end = "slept";

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
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
