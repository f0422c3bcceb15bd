// outcomes: late | read 7
// listed: yes
// why: The server's byte comes within the ten milliseconds that the client waits for it, or later.
// stress: no
import java.net.*;

public class ReadTimesOut {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread t = new Thread(() -> {
                try (Socket s = server.accept()) {
                    s.getOutputStream().write(7);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            String seen;
            try (Socket s = new Socket("localhost", server.getLocalPort())) {
                s.setSoTimeout(10);
                seen = "read " + s.getInputStream().read();
            } catch (SocketTimeoutException e) {
                seen = "late";
            }
            t.join();
            System.out.println(seen);
        }
    }
}
