// outcomes: 0 true
// least: 21
// why: An interrupt makes select() return with nothing selected; the status stays, and the selector is open.
import java.nio.channels.*;

public class InterruptedSelect {
    static String seen;

    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Thread t = new Thread(() -> {
            try {
                int n = selector.select();
                seen = n + " " + (Thread.currentThread().isInterrupted() && selector.isOpen());
            } catch (Exception e) {
                seen = e.toString();
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println(seen);
    }
}
