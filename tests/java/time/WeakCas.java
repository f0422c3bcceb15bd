// verdict: violated assertion
// options: --spurious-failures
// story: fails for no reason
// A weak compare-and-set may fail although the expected value is there: who does not try again loses the update.
import java.util.concurrent.atomic.AtomicInteger;

public class WeakCas {
    public static void main(String[] args) throws Exception {
        AtomicInteger n = new AtomicInteger();
        Thread t = new Thread(() -> { });
        t.start();
        n.weakCompareAndSetVolatile(0, 1);
        t.join();
        assert n.get() == 1;
    }
}
