// verdict: verified
// outcomes: true true true true 7 done 1 0
// Every wait asks for as long as can be said, so it ends by what it waits for: a latch, a permit, a lock, a condition, an element, a future, the end of a thread, a permit to go on,
// and an interrupt, which parkUntil learns of.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class WaitsForEver {
    static boolean set;
    static volatile int go;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Semaphore permits = new Semaphore(0);
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        CompletableFuture<String> future = new CompletableFuture<>();
        Thread t = new Thread(() -> {
            latch.countDown();
            permits.release();
            lock.lock();
            try {
                set = true;
                condition.signal();
            } finally {
                lock.unlock();
            }
            queue.add(7);
            future.complete("done");
        });
        t.start();
        String text = latch.await(Long.MAX_VALUE, TimeUnit.DAYS) + " " + permits.tryAcquire(Long.MAX_VALUE, TimeUnit.NANOSECONDS) + " " + lock.tryLock(Long.MAX_VALUE, TimeUnit.MILLISECONDS);
        boolean inTime = true;
        while (!set && inTime) inTime = condition.await(Long.MAX_VALUE, TimeUnit.SECONDS);
        lock.unlock();
        text += " " + inTime + " " + queue.poll(Long.MAX_VALUE, TimeUnit.DAYS) + " " + future.get(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        t.join(Long.MAX_VALUE);
        if (t.isAlive()) throw new AssertionError("still there");
        int[] seen = new int[2];
        Thread parked = new Thread(() -> {
            LockSupport.parkNanos(Long.MAX_VALUE);
            seen[0] = go;
            LockSupport.parkUntil(Long.MAX_VALUE);
            seen[1] = Thread.interrupted() ? 0 : 9;
        });
        parked.start();
        go = 1;
        LockSupport.unpark(parked);
        parked.interrupt();
        parked.join();
        System.out.println(text + " " + seen[0] + " " + seen[1]);
    }
}
