// outcomes: 4
// why: two threads each start two others one after the other; all of them add one in one operation
import java.util.concurrent.atomic.AtomicInteger;

public class StartsInSequenceInside {
    static final AtomicInteger count = new AtomicInteger();

    static void both() {
        try {
            for (int i = 0; i < 2; i++) {
                Thread t = new Thread(count::incrementAndGet);
                t.start();
                t.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(StartsInSequenceInside::both), u = new Thread(StartsInSequenceInside::both);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(count);
    }
}
