// outcomes: abc
// listed: yes
// assumed: what is written to a connection or a pipe arrives at once
// why: The server reads until the client has shut its direction down, and answers in the other one, which is still open.
import java.net.*;

public class EchoOnce {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread t = new Thread(() -> {
                try (Socket s = server.accept()) {
                    s.getOutputStream().write(s.getInputStream().readAllBytes());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            try (Socket s = new Socket("localhost", server.getLocalPort())) {
                s.getOutputStream().write("abc".getBytes());
                s.shutdownOutput();
                System.out.println(new String(s.getInputStream().readAllBytes()));
            }
            t.join();
        }
    }
}
