package jmc.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The addresses of a host, made as the JDK makes them. */
final class Hosts {
    private Hosts() { }

    static InetAddress[] only(String name, byte[] address) throws UnknownHostException {
        return new InetAddress[] {InetAddress.getByAddress(name, address)};
    }
}
