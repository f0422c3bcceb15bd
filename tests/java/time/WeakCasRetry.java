// verdict: verified
// options: --spurious-failures
// outcomes: 2
// strategies: dl-s-por none s-por
// A loop that tries again comes back to a known state when it fails for no reason.
import java.util.concurrent.atomic.AtomicInteger;

public class WeakCasRetry {
    public static void main(String[] args) throws Exception {
        AtomicInteger n = new AtomicInteger();
        Runnable add = () -> {
            int v;
            do v = n.get(); while (!n.weakCompareAndSetPlain(v, v + 1));
        };
        Thread a = new Thread(add), b = new Thread(add);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(n.get());
    }
}
