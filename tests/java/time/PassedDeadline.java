// verdict: verified
// outcomes: in time | late
// strategies: dl-s-por none s-por
// A deadline that has passed goes further and further into the past while the thread polls for something else: that is a known state at last.
public class PassedDeadline {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> done = true);
        t.start();
        long deadline = System.nanoTime() + 1_000_000;
        boolean late = false;
        while (!done) {
            if (deadline - System.nanoTime() <= 0) late = true;
            Thread.onSpinWait();
        }
        System.out.println(late ? "late" : "in time");
        t.join();
    }
}
