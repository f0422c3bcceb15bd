// verdict: violated
// kinds: assertion
// strategies: dl-s-por none s-por
// The pieces of a wait are counted and the count is used, so none of them may be passed over: forty pieces of ten milliseconds are at least
// as long as the other thread's sleep of a third of a second.
public class PiecesCounted {
    static volatile boolean done;
    static int pieces;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            long end = System.nanoTime() + 1_000_000_000L;
            while (System.nanoTime() < end && !done) {
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    return;
                }
                pieces++;
            }
        });
        t.start();
        Thread.sleep(330);
        done = true;
        t.join();
        assert pieces != 33 : "33 pieces fit into the sleep";
    }
}
