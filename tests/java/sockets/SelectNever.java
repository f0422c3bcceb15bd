// violation: deadlock
// options: --timeouts=never
// stress: no
// why: Without time-outs a wait that nobody ends is a deadlock, also of the only thread.
import java.nio.channels.*;

public class SelectNever {
    public static void main(String[] args) throws Exception {
        try (Selector selector = Selector.open()) {
            System.out.println(selector.select(5));
        }
    }
}
