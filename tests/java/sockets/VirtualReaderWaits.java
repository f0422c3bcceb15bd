// full: no
// outcomes: ok
// least: 21
// stateless: no
// why: A virtual thread that waits for the bytes of a channel is parked, so that its state is WAITING; that of a platform thread would stay RUNNABLE.
import java.nio.*;
import java.nio.channels.*;

public class VirtualReaderWaits {
    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        Thread t = Thread.ofVirtual().start(() -> {
            try {
                pipe.source().read(ByteBuffer.allocate(1));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        while (t.getState() != Thread.State.WAITING) Thread.yield();
        pipe.sink().write(ByteBuffer.allocate(1));
        t.join();
        System.out.println("ok");
    }
}
