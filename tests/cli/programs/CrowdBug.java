import java.util.HashMap;
import java.util.Map;

/** Two stages of 31 threads each. In the second, three count without the lock that the others have: an update may be lost. */
public class CrowdBug {
    private static final Map<Integer, Integer> registry = new HashMap<>();
    private static int published;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[31];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                synchronized (registry) {
                    registry.put(id, id);
                }
            }, "prepare-" + i);
        }
        run(threads);
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                Integer value;
                synchronized (registry) {
                    value = registry.get(id);
                }
                if (id < 3) {
                    published++;
                } else {
                    synchronized (registry) {
                        registry.remove(value);
                    }
                }
            }, "publish-" + i);
        }
        run(threads);
        assert published == 3 : "lost: published " + published;
    }

    private static void run(Thread[] threads) throws InterruptedException {
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
    }
}
