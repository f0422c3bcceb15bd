import java.io.IOException;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

/** Datagrams that a program sends to itself: sockets and channels, connected or not, by a selector, in order; what is lost, cut off or refused. */
public class Datagrams {
  static final InetAddress HERE = InetAddress.getLoopbackAddress();

  /** Addresses without numbers of ports, which are others each time. */
  static String name(SocketAddress of) {
    return String.valueOf(of).replaceAll(":[0-9]+$", "");
  }

  public static void main(String[] args) throws Exception {
    sockets();
    channels();
    connected();
    selector();
  }

  static void sockets() throws Exception {
    try (DatagramSocket a = new DatagramSocket(0, HERE); DatagramSocket b = new DatagramSocket()) {
      System.out.println((a.getLocalPort() > 0) + " " + a.isBound() + " " + b.isConnected() + " " + b.getLocalAddress().isAnyLocalAddress());
      send(b, "one", a.getLocalPort());
      send(b, "", a.getLocalPort());
      send(b, "a long one", a.getLocalPort());
      DatagramSocket closed = new DatagramSocket(0, HERE);
      closed.close();
      send(b, "to nobody", closed.getLocalPort() > 0 ? closed.getLocalPort() : 9);
      for (int i = 0; i < 3; i++) {
        DatagramPacket p = new DatagramPacket(new byte[6], 6);
        a.receive(p);
        System.out.println("'" + text(p) + "' " + p.getAddress() + " " + (p.getPort() == b.getLocalPort()));
        p.setData("answer".getBytes());
        a.send(p);
        DatagramPacket back = new DatagramPacket(new byte[20], 20);
        b.receive(back);
        System.out.println(text(back) + (back.getPort() == a.getLocalPort()));
      }
      a.setSoTimeout(10);
      try {
        a.receive(new DatagramPacket(new byte[6], 6));
      } catch (SocketTimeoutException e) {
        System.out.println(e);
      }
      try (DatagramSocket c = new DatagramSocket(a.getLocalPort(), HERE)) {
        System.out.println("bound twice");
      } catch (BindException e) {
        System.out.println(e);
      }
      try {
        b.send(new DatagramPacket(new byte[65508], 65508, HERE, a.getLocalPort()));
      } catch (IOException e) {
        System.out.println(e);
      }
    }
    try (DatagramSocket again = new DatagramSocket()) {
      System.out.println(again.getLocalAddress().isAnyLocalAddress());
    }
  }

  static void channels() throws Exception {
    try (DatagramChannel a = DatagramChannel.open().bind(new InetSocketAddress(HERE, 0)); DatagramChannel b = DatagramChannel.open()) {
      a.configureBlocking(false);
      ByteBuffer in = ByteBuffer.allocate(10);
      System.out.println(a.receive(in) + " " + b.getLocalAddress());
      System.out.println(b.send(ByteBuffer.wrap("hello".getBytes()), a.getLocalAddress()) + " " + (b.getLocalAddress() != null));
      System.out.println(((InetSocketAddress) a.receive(in)).getAddress() + " " + new String(in.array(), 0, in.position()));
      a.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
      System.out.println(a.supportedOptions().contains(StandardSocketOptions.SO_BROADCAST) + " " + a.isConnected());
    }
  }

  static void connected() throws Exception {
    try (DatagramChannel a = DatagramChannel.open().bind(new InetSocketAddress(HERE, 0)); DatagramChannel b = DatagramChannel.open(); DatagramChannel c = DatagramChannel.open()) {
      b.bind(new InetSocketAddress(0));
      int port = ((InetSocketAddress) b.getLocalAddress()).getPort();
      System.out.println(any(b));
      b.connect(a.getLocalAddress());
      System.out.println(name(b.getLocalAddress()) + " " + b.getRemoteAddress().equals(a.getLocalAddress()));
      c.send(ByteBuffer.wrap("not from a".getBytes()), new InetSocketAddress(HERE, port));
      a.send(ByteBuffer.wrap("from a".getBytes()), new InetSocketAddress(HERE, port));
      ByteBuffer[] parts = {ByteBuffer.allocate(4), ByteBuffer.allocate(20)};
      System.out.println(b.read(parts) + " " + new String(parts[0].array()) + "|" + new String(parts[1].array(), 0, parts[1].position()));
      System.out.println(b.write(new ByteBuffer[] {ByteBuffer.wrap("x".getBytes()), ByteBuffer.wrap("yz".getBytes())}));
      ByteBuffer in = ByteBuffer.allocate(10);
      System.out.println(name(a.receive(in)) + " " + in);
      b.disconnect();
      System.out.println(any(b) + " " + b.getRemoteAddress());
      int gone = ((InetSocketAddress) c.getLocalAddress()).getPort();
      c.close();
      b.connect(new InetSocketAddress(HERE, gone));
      b.configureBlocking(false);
      System.out.println(b.write(ByteBuffer.wrap("lost".getBytes())));
      try {
        b.read(ByteBuffer.allocate(4));
      } catch (PortUnreachableException e) {
        System.out.println(e);
      }
      System.out.println(b.read(ByteBuffer.allocate(4)));
      try {
        b.connect(new InetSocketAddress(HERE, gone));
      } catch (AlreadyConnectedException e) {
        System.out.println(e);
      }
    }
  }

  static void selector() throws Exception {
    try (Selector s = Selector.open(); DatagramChannel a = DatagramChannel.open().bind(new InetSocketAddress(HERE, 0)); DatagramChannel b = DatagramChannel.open()) {
      a.configureBlocking(false);
      SelectionKey key = a.register(s, SelectionKey.OP_READ);
      System.out.println(s.selectNow());
      b.send(ByteBuffer.wrap("s".getBytes()), a.getLocalAddress());
      System.out.println(s.select() + " " + key.isReadable() + " " + key.readyOps());
      key.interestOps(SelectionKey.OP_WRITE);
      s.selectedKeys().clear();
      System.out.println(s.select() + " " + key.isWritable());
      a.receive(ByteBuffer.allocate(3));
      key.interestOps(SelectionKey.OP_READ);
      s.selectedKeys().clear();
      System.out.println(s.selectNow());
    }
  }

  static boolean any(DatagramChannel c) throws IOException {
    return ((InetSocketAddress) c.getLocalAddress()).getAddress().isAnyLocalAddress();
  }

  static void send(DatagramSocket from, String text, int port) throws IOException {
    byte[] bytes = text.getBytes();
    from.send(new DatagramPacket(bytes, bytes.length, HERE, port));
  }

  static String text(DatagramPacket p) {
    return new String(p.getData(), p.getOffset(), p.getLength());
  }
}
