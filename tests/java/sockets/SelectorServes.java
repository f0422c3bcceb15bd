// outcomes: 8
// why: A loop over a selector accepts the client and answers its number plus one.
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;

public class SelectorServes {
    static int answer;

    static void ask(int port) {
        try (Socket s = new Socket("localhost", port)) {
            s.getOutputStream().write(7);
            answer = s.getInputStream().read();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress("localhost", 0));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        int port = server.socket().getLocalPort();
        Thread t = new Thread(() -> ask(port));
        t.start();
        for (boolean done = false; !done;) {
            selector.select();
            for (Iterator<SelectionKey> i = selector.selectedKeys().iterator(); i.hasNext();) {
                SelectionKey k = i.next();
                i.remove();
                if (k.isAcceptable()) {
                    SocketChannel c = server.accept();
                    c.configureBlocking(false);
                    c.register(selector, SelectionKey.OP_READ);
                } else {
                    SocketChannel c = (SocketChannel) k.channel();
                    ByteBuffer b = ByteBuffer.allocate(1);
                    c.read(b);
                    b.put(0, (byte) (b.get(0) + 1)).flip();
                    c.write(b);
                    c.close();
                    done = true;
                }
            }
        }
        t.join();
        selector.close();
        server.close();
        System.out.println(answer);
    }
}
