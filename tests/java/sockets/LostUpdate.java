// outcomes: 1 | 2
// why: Two handlers of connections count their clients in a field without a lock: read, read, write, write loses one.
// stress: no
import java.net.*;

public class LostUpdate {
    static volatile int served;

    static void serve(Socket s) {
        try (s) {
            int before = served;
            s.getOutputStream().write(1);
            served = before + 1;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Socket a = new Socket("localhost", server.getLocalPort()), b = new Socket("localhost", server.getLocalPort());
            Socket first = server.accept(), second = server.accept();
            Thread t = new Thread(() -> serve(first)), u = new Thread(() -> serve(second));
            t.start();
            u.start();
            t.join();
            u.join();
            System.out.println(served);
            a.close();
            b.close();
        }
    }
}
