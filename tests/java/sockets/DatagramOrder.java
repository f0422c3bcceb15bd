// outcomes: ab | ba
// why: Two threads send a datagram each: both arrive, in either order.
import java.net.*;

public class DatagramOrder {
    static void send(DatagramSocket from, int to, char c) {
        try {
            from.send(new DatagramPacket(new byte[] {(byte) c}, 1, InetAddress.getLoopbackAddress(), to));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (DatagramSocket to = new DatagramSocket(0, InetAddress.getLoopbackAddress()); DatagramSocket first = new DatagramSocket(); DatagramSocket second = new DatagramSocket()) {
            int port = to.getLocalPort();
            Thread t = new Thread(() -> send(first, port, 'a'));
            t.start();
            send(second, port, 'b');
            DatagramPacket p = new DatagramPacket(new byte[1], 1);
            String all = "";
            for (int i = 0; i < 2; i++) {
                to.receive(p);
                all += (char) p.getData()[0];
            }
            t.join();
            System.out.println(all);
        }
    }
}
