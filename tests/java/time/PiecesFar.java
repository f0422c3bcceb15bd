// verdict: verified
// outcomes: done | late
// strategies: dl-s-por s-por
// A minute is waited for in pieces of ten milliseconds, 6000 of them, while another thread may take as long as it likes.
public class PiecesFar {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        new Thread(() -> done = true).start();
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!done && System.nanoTime() < deadline) Thread.sleep(10);
        System.out.print(done ? "done" : "late");
    }
}
