// outcomes: 42
// least: 21
// stateless: no
// full: no
// why: A virtual thread waits in accept() and read() as any other.
import java.net.*;

public class VirtualEcho {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread t = Thread.ofVirtual().start(() -> {
                try (Socket s = server.accept()) {
                    s.getOutputStream().write(s.getInputStream().read() + 1);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            try (Socket s = new Socket("localhost", server.getLocalPort())) {
                s.getOutputStream().write(41);
                System.out.println(s.getInputStream().read());
            }
            t.join();
        }
    }
}
