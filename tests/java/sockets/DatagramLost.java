// outcomes: refused | not told
// why: A datagram to a port that is closed already is lost, and the next call of who is connected is told; one that comes before the end is not answered.
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

public class DatagramLost {
    public static void main(String[] args) throws Exception {
        SocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (DatagramChannel to = DatagramChannel.open().bind(any); DatagramChannel from = DatagramChannel.open().bind(any)) {
            from.connect(to.getLocalAddress());
            Thread t = new Thread(() -> {
                try {
                    to.close();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            from.write(ByteBuffer.wrap(new byte[1]));
            try {
                from.write(ByteBuffer.wrap(new byte[1]));
                System.out.println("not told");
            } catch (PortUnreachableException e) {
                System.out.println("refused");
            }
            t.join();
        }
    }
}
