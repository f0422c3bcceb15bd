// verdict: verified
// awaitNanos returns what is left of the time, by the clock that everybody reads: what was waited and what is left are together no less than
// what was asked for.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitReturnsRest {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(3);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            lock.lock();
            changed.signal();
            lock.unlock();
        });
        t.start();
        lock.lock();
        long start = System.nanoTime(), left = changed.awaitNanos(10_000_000), waited = System.nanoTime() - start;
        lock.unlock();
        assert waited + left >= 10_000_000 : waited + " " + left;
        t.join();
    }
}
