// outcomes: Socket closed
// why: Socket.close() promises that a thread that is blocked in an operation on the socket throws a SocketException; one that comes later does so, too.
import java.net.*;

public class CloseWakesReader {
    static String seen;

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0); Socket s = new Socket("localhost", server.getLocalPort()); Socket other = server.accept()) {
            var in = s.getInputStream();
            Thread t = new Thread(() -> {
                try {
                    seen = "read " + in.read();
                } catch (SocketException e) {
                    seen = e.getMessage();
                } catch (Exception e) {
                    seen = e.toString();
                }
            });
            t.start();
            s.close();
            t.join();
            System.out.println(seen);
        }
    }
}
