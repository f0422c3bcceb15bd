// outcomes: connected | refused
// why: The client connects while another thread opens the port: before that nobody listens, afterwards the queue of the port has room.
// stress: no
import java.net.*;

public class ConnectRace {
    static ServerSocket server;

    public static void main(String[] args) throws Exception {
        new ServerSocket(0).close();  // what the classes do when they are first used is no part of it
        Thread t = new Thread(() -> {
            try {
                server = new ServerSocket(7001);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        String seen;
        try (Socket s = new Socket("localhost", 7001)) {
            seen = "connected";
        } catch (ConnectException e) {
            seen = "refused";
        }
        t.join();
        server.close();
        System.out.println(seen);
    }
}
