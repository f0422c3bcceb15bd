// outcomes: 0 | 1
// full: no
// why: The byte that makes the pipe readable is written within the time that select() waits, or later.
// stress: no
import java.nio.*;
import java.nio.channels.*;

public class SelectTimesOut {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipe.source().register(selector, SelectionKey.OP_READ);
        Thread t = new Thread(() -> {
            try {
                pipe.sink().write(ByteBuffer.wrap(new byte[1]));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        System.out.println(selector.select(10));
        t.join();
        selector.close();
    }
}
