// outcomes: 3
// listed: yes
// why: The queue of the port has room for two (one more than asked for); the third client waits until one was accepted, whoever it is.
import java.net.*;
import java.util.concurrent.atomic.*;

public class QueueIsFull {
    static final AtomicInteger connected = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1)) {
            Socket a = new Socket("localhost", server.getLocalPort()), b = new Socket("localhost", server.getLocalPort());
            connected.addAndGet(2);
            Thread t = new Thread(() -> {
                try (Socket s = new Socket("localhost", server.getLocalPort())) {
                    connected.incrementAndGet();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            server.accept().close();
            t.join();
            a.close();
            b.close();
            System.out.println(connected);
        }
    }
}
