// outcomes: read -1
// violation: assertion
// listed: yes
// why: The write takes the error of the reset, so that the read finds the end of the stream: HotSpot throws here each time.
import java.io.*;
import java.net.*;

public class EndAfterReset {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket s = new Socket("localhost", server.getLocalPort());
        Thread t = new Thread(() -> {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        t.start();
        t.join();
        try {
            s.getOutputStream().write(1);
        } catch (IOException e) {
        }
        int n = 0;
        try {
            n = s.getInputStream().read();
        } catch (IOException e) {
        }
        System.out.println("read " + n);
        if (n == -1) throw new AssertionError("the end of the stream");
    }
}
