// verdict: verified
// outcomes: false | true
// Another thread's sleep may lie between the two readings of the clock, which come before there is any choice; the program formats, so that the base image is older than main.
public class ReadingsAtStart {
    static boolean late;
    static final Thread[] threads = new Thread[2];

    public static void main(String[] args) throws Exception {
        String.format("%d", 1);
        threads[0] = new Thread(() -> {
            long begin = System.nanoTime();
            late = System.nanoTime() - begin >= 1_000_000;
        });
        threads[1] = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println(late);
    }
}
