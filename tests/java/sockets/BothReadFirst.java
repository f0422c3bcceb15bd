// violation: deadlock
// listed: yes
// why: Each side waits for what the other one writes only after it has read.
import java.net.*;

public class BothReadFirst {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread t = new Thread(() -> {
                try (Socket s = server.accept()) {
                    s.getInputStream().read();
                    s.getOutputStream().write(1);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            try (Socket s = new Socket("localhost", server.getLocalPort())) {
                s.getInputStream().read();
                s.getOutputStream().write(1);
            }
            t.join();
        }
    }
}
