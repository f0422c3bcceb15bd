// outcomes: 1 byte: 5
// stateless: no
// full: no
// why: The pool of the JDK accepts and reads for the program, which waits for both; one byte was written.
import java.net.*;
import java.nio.*;
import java.nio.channels.*;

public class AsynchronousRead {
    public static void main(String[] args) throws Exception {
        AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0));
        var accepted = server.accept();
        try (Socket s = new Socket("localhost", ((InetSocketAddress) server.getLocalAddress()).getPort())) {
            s.getOutputStream().write(5);
            ByteBuffer b = ByteBuffer.allocate(4);
            System.out.println(accepted.get().read(b).get() + " byte: " + b.get(0));
        }
    }
}
