// outcomes: accepted | late
// why: The server waits for ten milliseconds for a client that comes at some time.
// stress: no
import java.net.*;

public class AcceptTimesOut {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(10);
            Thread t = new Thread(() -> {
                try (Socket s = new Socket("localhost", server.getLocalPort())) {
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            String seen;
            try (Socket s = server.accept()) {
                seen = "accepted";
            } catch (SocketTimeoutException e) {
                seen = "late";
            }
            t.join();
            System.out.println(seen);
        }
    }
}
