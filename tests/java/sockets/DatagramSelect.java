// outcomes: read
// why: A selector tells of a datagram, whether it was sent before or after.
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

public class DatagramSelect {
    public static void main(String[] args) throws Exception {
        try (Selector s = Selector.open(); DatagramChannel to = DatagramChannel.open(); DatagramChannel from = DatagramChannel.open()) {
            to.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).configureBlocking(false);
            to.register(s, SelectionKey.OP_READ);
            SocketAddress port = to.getLocalAddress();
            Thread t = new Thread(() -> {
                try {
                    from.send(ByteBuffer.wrap(new byte[1]), port);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            s.select();
            System.out.println(to.receive(ByteBuffer.allocate(1)) != null ? "read" : "nothing");
            t.join();
        }
    }
}
