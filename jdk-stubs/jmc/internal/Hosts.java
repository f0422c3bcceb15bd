package jmc.internal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The addresses of a host, made as the JDK makes them. */
final class Hosts {
    private Hosts() { }

    static InetAddress[] only(String name, byte[] address) throws UnknownHostException {
        return new InetAddress[] {InetAddress.getByAddress(name, address)};
    }

    /** What the first socket of a program needs: the table of options, buffers, the name of the host. */
    static void prepare() throws Exception {
        Class.forName("sun.nio.ch.SocketOptionRegistry$LazyInitialization");
        Class.forName("sun.nio.ch.Util");
        InetAddress.getByName("localhost");
        InetAddress.getLocalHost();
    }

    static InetAddress address(int a) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {(byte) (a >> 24), (byte) (a >> 16), (byte) (a >> 8), (byte) a});
    }

    /** The end of Net.accept(): who has connected. */
    static int accepted(InetSocketAddress[] to, int address, int port) throws UnknownHostException {
        to[0] = new InetSocketAddress(address(address), port);
        return 1;
    }
}
