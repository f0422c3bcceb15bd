// verdict: verified
// outcomes: 10 | 15
// A sleep takes at least what it asks for, whoever measures it: the thread sleeps within main's measure, and main sleeps in parallel or before.
public class ElapsedAfterSleep {
    static volatile long begun;

    public static void main(String[] args) throws Exception {
        begun = System.nanoTime();
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            long now = System.nanoTime();
            assert now - begun >= 10_000_000 : now - begun;
        });
        t.start();
        Thread.sleep(5);
        assert System.nanoTime() - begun >= 5_000_000;
        t.join();
        System.out.println((System.nanoTime() - begun) / 1_000_000);
    }
}
