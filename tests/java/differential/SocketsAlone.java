import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;

/** One thread at both ends of its connections: what is deterministic about them. */
public class SocketsAlone {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Action a) {
        Object result;
        try {
            result = a.run();
        } catch (Exception e) {
            result = e.getClass().getName() + ": " + e.getMessage();
        }
        System.out.println(what + ": " + result);
    }

    static void streams() throws Exception {
        ServerSocket server = new ServerSocket(0);
        int port = server.getLocalPort();
        show("bound", () -> server.isBound() + " " + (port > 1023) + " " + server.getInetAddress().isAnyLocalAddress());
        Socket a = new Socket("localhost", port), b = server.accept();
        show("names", () -> (a.getPort() == port) + " " + (b.getLocalPort() == port) + " " + (a.getLocalPort() == b.getPort()) + " " + b.getInetAddress().isLoopbackAddress()
            + " " + a.getRemoteSocketAddress().equals(b.getLocalSocketAddress()) + " " + a.isConnected() + a.isClosed() + a.isBound());
        OutputStream out = a.getOutputStream();
        InputStream in = b.getInputStream();
        show("nothing", () -> in.available());
        out.write("hello".getBytes());
        out.write('!');
        show("available", () -> in.available());
        show("part", () -> new String(in.readNBytes(3)));
        show("rest", () -> new String(in.readNBytes(3)));
        show("into nothing", () -> in.read(new byte[0]));
        b.setSoTimeout(1);
        show("timed read", () -> in.read());
        show("after it", () -> in.available() + " " + b.isClosed());
        b.setSoTimeout(0);
        a.shutdownOutput();
        show("end", () -> in.read() + " " + in.read());
        show("write after it", () -> { out.write(1); return "written"; });
        show("shut twice", () -> { a.shutdownOutput(); return "shut"; });
        b.getOutputStream().write(9);
        show("other way", () -> a.getInputStream().read());
        a.shutdownInput();
        show("read after it", () -> a.getInputStream().read());
        show("state", () -> a.isInputShutdown() + " " + a.isOutputShutdown() + " " + b.isInputShutdown());
        a.close();
        show("closed", () -> a.getInputStream());
        b.close();
        show("again", () -> { b.close(); return "closed"; });
        show("connect twice", () -> {
            try (Socket s = new Socket("localhost", port)) {
                s.connect(new InetSocketAddress("localhost", port));
                return s;
            } catch (SocketException e) {
                return e.getMessage().toLowerCase();
            }
        });
        server.close();
        show("accept on closed", () -> server.accept());
        show("refused", () -> new Socket("localhost", port));
        show("refused in time", () -> { Socket s = new Socket(); s.connect(new InetSocketAddress("localhost", port), 10); return s; });
    }

    static Socket notAccepted() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            return new Socket("localhost", server.getLocalPort());
        }
    }

    static SocketChannel channelNotAccepted() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0))) {
            return SocketChannel.open(server.getLocalAddress());
        }
    }

    static Socket aborted() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            Socket a = new Socket("localhost", server.getLocalPort()), b = server.accept();
            b.setSoLinger(true, 0);
            b.close();
            return a;
        }
    }

    /** A reset is told once, to who reads or writes first. */
    static void resets() throws Exception {
        for (String way : List.of("wrwr", "rwrw", "wwrw")) {
            Socket a = notAccepted(), b = aborted();
            SocketChannel c = channelNotAccepted();
            for (char step : way.toCharArray()) {
                for (Socket s : List.of(a, b))
                    show(way + " " + step, () -> { if (step == 'r') return s.getInputStream().read(); s.getOutputStream().write(1); return "written"; });
                show(way + " " + step + " of a channel", () -> step == 'r' ? c.read(ByteBuffer.allocate(1)) : c.write(ByteBuffer.allocate(1)));
            }
        }
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0));
        SocketChannel d = SocketChannel.open();
        d.configureBlocking(false);
        d.connect(server.getLocalAddress());
        server.close();
        show("finished after the reset", () -> d.finishConnect());
    }

    static void ends() throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket a = new Socket("localhost", server.getLocalPort()), b = server.accept();
        b.close();
        show("written to one that is closed", () -> { a.getOutputStream().write(1); return "written"; });
        show("end of it", () -> a.getInputStream().read());
        show("broken", () -> { a.getOutputStream().write(2); return "written"; });
        Socket c = new Socket("localhost", server.getLocalPort()), d = server.accept();
        c.getOutputStream().write(1);
        d.getOutputStream().write(5);
        d.close();
        show("before the reset", () -> c.getInputStream().read());
        show("reset", () -> c.getInputStream().read());
        show("still reset", () -> c.getInputStream().read());
        Socket e = new Socket("localhost", server.getLocalPort()), f = server.accept();
        f.setSoLinger(true, 0);
        f.close();
        show("aborted", () -> e.getInputStream().read());
        Socket g = new Socket("localhost", server.getLocalPort());
        g.getOutputStream().write(3);
        server.close();
        show("never accepted", () -> g.getInputStream().read());
    }

    static void ports() throws Exception {
        ServerSocket server = new ServerSocket(0);
        show("in use", () -> new ServerSocket(server.getLocalPort()));
        show("in use on one address", () -> new ServerSocket(server.getLocalPort(), 5, InetAddress.getLoopbackAddress()));
        server.setSoTimeout(1);
        show("nobody", () -> server.accept());
        int port = server.getLocalPort();
        server.close();
        ServerSocket again = new ServerSocket(port, 1);
        show("again", () -> again.getLocalPort() == port);
        Socket one = new Socket("localhost", port), two = new Socket("localhost", port);
        again.accept().close();
        Socket three = new Socket("localhost", port);
        show("queue", () -> again.accept().getPort() == two.getLocalPort());
        again.close();
        show("not there", () -> new ServerSocket(0, 5, InetAddress.getByName("10.254.253.252")));
        show("options", () -> {
            Socket s = new Socket();
            s.setTcpNoDelay(true);
            s.setKeepAlive(true);
            s.setReuseAddress(true);
            String all = s.getTcpNoDelay() + " " + s.getKeepAlive() + " " + s.getReuseAddress() + " " + s.getSoLinger() + " " + s.getOOBInline();
            s.setSoLinger(true, 7);
            s.setKeepAlive(false);
            return all + " " + s.getSoLinger() + " " + s.getKeepAlive();
        });
        show("not connected", () -> new Socket().getInputStream());
        show("not bound", () -> new ServerSocket().accept());
        for (Socket s : List.of(one, two, three)) s.close();
    }

    static void channels() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0));
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        server.configureBlocking(false);
        show("nobody yet", () -> server.accept());
        SocketChannel a = SocketChannel.open();
        a.configureBlocking(false);
        a.connect(address);
        show("finish", () -> a.finishConnect());
        SocketChannel b = server.accept();
        b.configureBlocking(false);
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        show("empty", () -> b.read(buffer));
        show("gather", () -> a.write(new ByteBuffer[] {ByteBuffer.wrap("ab".getBytes()), ByteBuffer.wrap("cde".getBytes())}));
        ByteBuffer first = ByteBuffer.allocate(2), second = ByteBuffer.allocate(8);
        show("scatter", () -> b.read(new ByteBuffer[] {first, second}) + " " + new String(first.array()) + new String(second.array(), 0, second.position()));
        Selector selector = Selector.open();
        SelectionKey ka = a.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE), kb = b.register(selector, SelectionKey.OP_READ), ks = server.register(selector, SelectionKey.OP_ACCEPT);
        show("writable", () -> selector.selectNow() + " " + ka.readyOps() + " " + selector.keys().size());
        ka.interestOps(SelectionKey.OP_READ);
        selector.selectedKeys().clear();
        show("none", () -> selector.selectNow() + " " + selector.select(1));
        a.write(ByteBuffer.wrap(new byte[3]));
        show("readable", () -> selector.select() + " " + kb.isReadable() + " " + selector.selectedKeys().contains(kb));
        show("still", () -> selector.select() + " " + selector.selectedKeys().size());
        selector.selectedKeys().clear();
        SocketChannel c = SocketChannel.open(address);
        show("acceptable", () -> selector.select() + " " + ks.isAcceptable());
        selector.selectedKeys().clear();
        buffer.clear();
        show("read", () -> b.read(buffer) + " " + b.read(buffer));
        server.accept().close();
        show("closed", () -> c.read(ByteBuffer.allocate(1)));
        selector.wakeup();
        show("woken", () -> selector.select());
        a.close();
        show("end", () -> selector.select() + " " + ka.isValid() + " " + kb.isReadable() + " " + b.read(ByteBuffer.allocate(1)));
        server.close();
        SocketChannel d = SocketChannel.open();
        d.configureBlocking(false);
        show("refused", () -> { d.connect(address); return d.finishConnect(); });
        show("not connected", () -> SocketChannel.open().read(ByteBuffer.allocate(1)));
        show("closed server", () -> server.accept());
        selector.close();
        show("closed selector", () -> selector.select());
        Pipe pipe = Pipe.open();
        pipe.sink().write(ByteBuffer.wrap("pipe".getBytes()));
        pipe.sink().close();
        ByteBuffer got = ByteBuffer.allocate(9);
        show("pipe", () -> pipe.source().read(got) + " " + pipe.source().read(got));
        pipe.source().close();
    }

    static void buffered() throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket a = new Socket("localhost", server.getLocalPort()), b = server.accept();
        PrintWriter writer = new PrintWriter(a.getOutputStream(), true);
        BufferedReader reader = new BufferedReader(new InputStreamReader(b.getInputStream()));
        writer.println("GET / HTTP/1.0");
        writer.println();
        show("line", () -> reader.readLine() + "|" + reader.readLine());
        ObjectOutputStream objects = new ObjectOutputStream(b.getOutputStream());
        objects.writeObject(new ArrayList<>(List.of(1, 2, 3)));
        objects.flush();
        show("object", () -> new ObjectInputStream(a.getInputStream()).readObject());
        a.close();
        show("no line", () -> reader.readLine());
        b.close();
        server.close();
    }

    public static void main(String[] args) throws Exception {
        streams();
        ends();
        resets();
        ports();
        channels();
        buffered();
    }
}
