// verdict: verified
// outcomes: false | true
// strategies: dl-s-por none s-por
// A loop that polls until a deadline ends, with what it waits for or without.
public class SpinUntilDeadline {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> done = true);
        t.start();
        long deadline = System.nanoTime() + 1_000_000_000L;
        boolean seen = false;
        while (System.nanoTime() < deadline) {
            if (done) {
                seen = true;
                break;
            }
            Thread.onSpinWait();
        }
        t.join();
        System.out.println(seen);
    }
}
