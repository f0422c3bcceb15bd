// outcomes: Socket closed
// why: ServerSocket.close() promises that a thread that is blocked in accept() throws a SocketException; one that comes later does so, too.
import java.net.*;

public class CloseWakesAccept {
    static String seen;

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread t = new Thread(() -> {
            try {
                server.accept();
                seen = "accepted";
            } catch (SocketException e) {
                seen = e.getMessage().replace("is closed", "closed");
            } catch (Exception e) {
                seen = e.toString();
            }
        });
        t.start();
        server.close();
        t.join();
        System.out.println(seen);
    }
}
