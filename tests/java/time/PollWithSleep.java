// verdict: verified
// strategies: dl-s-por none s-por
// A loop that polls with sleep comes back to a state that is known, though another thread holds a reading of the clock: however long the
// flag takes, the program goes on as after the longest time that it compares with.
public class PollWithSleep {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                while (!done) Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        long start = System.nanoTime();
        Thread.sleep(1);
        done = true;
        t.join();
        assert System.nanoTime() - start >= 1_000_000;
    }
}
