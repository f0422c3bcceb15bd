// violation: deadlock
// outcomes: received
// why: Connected to the receiver of the other one: what a third socket sends is not let through, and if that one comes first nothing is sent again.
// stress: no
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

public class DatagramNever {
    public static void main(String[] args) throws Exception {
        SocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (DatagramChannel to = DatagramChannel.open().bind(any); DatagramChannel friend = DatagramChannel.open().bind(any);
             DatagramChannel stranger = DatagramChannel.open().bind(any)) {
            SocketAddress port = to.getLocalAddress(), of = friend.getLocalAddress();
            Thread t = new Thread(() -> {
                try {
                    // What comes before it is connected is thrown away by the JDK.
                    to.connect(of);
                    to.read(ByteBuffer.allocate(1));
                    System.out.println("received");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            stranger.send(ByteBuffer.wrap(new byte[1]), port);
            friend.send(ByteBuffer.wrap(new byte[1]), port);
            t.join();
        }
    }
}
