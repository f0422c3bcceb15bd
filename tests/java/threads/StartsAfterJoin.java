// outcomes: 1 1 1 | 0 1 1
// why: the third thread starts when the first is over, after what main did meanwhile; only the second may come before that
import java.util.concurrent.atomic.AtomicInteger;

public class StartsAfterJoin {
    static final AtomicInteger first = new AtomicInteger(), main = new AtomicInteger();
    static int seen, last;

    static int started(java.util.function.IntSupplier body) throws InterruptedException {
        int[] result = new int[1];
        Thread t = new Thread(() -> result[0] = body.getAsInt());
        t.start();
        main.set(1);
        t.join();
        return result[0];
    }

    public static void main(String[] args) throws InterruptedException {
        seen = started(() -> {
            int read = main.get();
            first.incrementAndGet();
            return read;
        });
        last = started(main::get);
        System.out.println(seen + " " + last + " " + first);
    }
}
