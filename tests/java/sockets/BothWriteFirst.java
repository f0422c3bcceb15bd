// violation: deadlock
// why: Each side writes more than a connection holds (64 KiB here; no number is promised) before it reads.
// stress: no
import java.net.*;

public class BothWriteFirst {
    static void talk(Socket s) throws Exception {
        byte[] much = new byte[40_000];
        s.getOutputStream().write(much);
        s.getOutputStream().write(much);
        s.getInputStream().readNBytes(80_000);
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread t = new Thread(() -> {
                try (Socket s = server.accept()) {
                    talk(s);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            try (Socket s = new Socket("localhost", server.getLocalPort())) {
                talk(s);
            }
            t.join();
        }
    }
}
