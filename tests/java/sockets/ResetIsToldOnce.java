// outcomes: read Connection reset, write Broken pipe | read -1, write Connection reset by peer
// listed: yes
// why: Linux has one error per socket: who comes first takes it. After that a read is at the end, and a write breaks the pipe.
import java.io.*;
import java.net.*;

public class ResetIsToldOnce {
    static String read;

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket s = new Socket("localhost", server.getLocalPort());
        server.close();     // before it was accepted: a reset
        InputStream in = s.getInputStream();
        Thread t = new Thread(() -> {
            try {
                read = "" + in.read();
            } catch (IOException e) {
                read = e.getMessage();
            }
        });
        t.start();
        String write = "done";
        try {
            s.getOutputStream().write(1);
        } catch (IOException e) {
            write = e.getMessage();
        }
        t.join();
        System.out.println("read " + read + ", write " + write);
    }
}
