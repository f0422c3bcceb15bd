// outcomes: ClosedByInterruptException false
// least: 21
// why: InterruptibleChannel: a thread that is interrupted in, or before, an operation that blocks closes the channel and gets this exception.
import java.net.*;
import java.nio.*;
import java.nio.channels.*;

public class InterruptedReader {
    static String seen;

    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        Thread t = new Thread(() -> {
            try {
                seen = "read " + pipe.source().read(ByteBuffer.allocate(1));
            } catch (Exception e) {
                seen = e.getClass().getSimpleName();
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println(seen + " " + pipe.source().isOpen());
    }
}
