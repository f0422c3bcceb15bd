import java.util.concurrent.locks.ReentrantLock;

/** With tryLock a lock does not block; with lock it does. */
public class TryLocked {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public boolean tryAdd() {
        if (!lock.tryLock()) return false;
        try {
            count ^= 1;
        } finally {
            lock.unlock();
        }
        return true;
    }

    public void add() {
        lock.lock();
        try {
            count ^= 1;
        } finally {
            lock.unlock();
        }
    }
}
