// outcomes: ab | ba
// why: Two threads write a byte each to one socket: both arrive, in either order.
import java.net.*;

public class TwoWriters {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0); Socket s = new Socket("localhost", server.getLocalPort()); Socket other = server.accept()) {
            var out = s.getOutputStream();
            Thread t = new Thread(() -> {
                try {
                    out.write('a');
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            out.write('b');
            t.join();
            System.out.println(new String(other.getInputStream().readNBytes(2)));
        }
    }
}
