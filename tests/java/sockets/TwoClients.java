// outcomes: AB | BA
// stateless: no
// full: no
// listed: yes
// why: Two clients connect and write a letter each; the server takes them as they come.
import java.net.*;

public class TwoClients {
    static void send(int port, char letter) {
        try (Socket s = new Socket("localhost", port)) {
            s.getOutputStream().write(letter);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            int port = server.getLocalPort();
            Thread a = new Thread(() -> send(port, 'A')), b = new Thread(() -> send(port, 'B'));
            a.start();
            b.start();
            String got = "";
            for (int i = 0; i < 2; i++)
                try (Socket s = server.accept()) {
                    got += (char) s.getInputStream().read();
                }
            a.join();
            b.join();
            System.out.println(got);
        }
    }
}
