// violation: deadlock
// outcomes: served
// why: A server that accepts one client more than there are, if the second one was refused the right to come.
// stress: no
import java.net.*;

public class NobodyConnects {
    static volatile boolean second;

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread t = new Thread(() -> {
                try {
                    if (second) new Socket("localhost", server.getLocalPort()).close();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            t.start();
            second = true;
            server.accept().close();
            t.join();
            System.out.println("served");
        }
    }
}
