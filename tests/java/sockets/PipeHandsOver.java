// outcomes: 1 2 end
// assumed: what is written to a connection or a pipe arrives at once
// why: What one thread writes into a pipe another one reads in that order, and the end of the pipe after it.
import java.nio.*;
import java.nio.channels.*;

public class PipeHandsOver {
    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        Thread t = new Thread(() -> {
            try (var sink = pipe.sink()) {
                pipe.sink().write(ByteBuffer.wrap(new byte[] {1}));
                pipe.sink().write(ByteBuffer.wrap(new byte[] {2}));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        String got = "";
        ByteBuffer b = ByteBuffer.allocate(4);
        for (;;) {
            b.clear();
            if (pipe.source().read(b) < 0) break;
            for (b.flip(); b.hasRemaining();) got += b.get() + " ";
        }
        t.join();
        System.out.println(got + "end");
    }
}
