// outcomes: woken
// why: A wake-up that comes before select() makes the next one return at once: it is never lost.
import java.nio.channels.*;

public class WakeUp {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Thread t = new Thread(selector::wakeup);
        t.start();
        selector.select();
        t.join();
        selector.close();
        System.out.println("woken");
    }
}
