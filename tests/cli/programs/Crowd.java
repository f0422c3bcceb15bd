import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Two stages of 31 threads each, with a map and a queue: more schedules than anybody will explore. Right in all of them. */
public class Crowd {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        AtomicInteger sum = new AtomicInteger();
        Thread[] threads = new Thread[31];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 3; k++) {
                    map.merge(id % 5, 1, Integer::sum);
                    queue.add(id);
                }
            });
        }
        run(threads);
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 3; k++) {
                    Integer next = queue.poll();
                    sum.addAndGet(map.get(next % 5));
                }
            });
        }
        run(threads);
    }

    private static void run(Thread[] threads) throws InterruptedException {
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
    }
}
