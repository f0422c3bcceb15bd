// outcomes: Socket closed
// why: Who waits for a datagram is told that the socket was closed, whether it waits already or not.
import java.net.*;

public class DatagramCloseWakes {
    public static void main(String[] args) throws Exception {
        DatagramSocket to = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread t = new Thread(() -> {
            try {
                to.receive(new DatagramPacket(new byte[1], 1));
            } catch (Exception e) {
                System.out.println(e.getMessage());
            }
        });
        t.start();
        to.close();
        t.join();
    }
}
