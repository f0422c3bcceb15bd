package java.net;

/** The only interface of a host that is connected to nothing. */
final class Loopback {
    private Loopback() { }

    static NetworkInterface[] all() throws UnknownHostException {
        return new NetworkInterface[] {only()};
    }

    static NetworkInterface only() throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        NetworkInterface lo = new NetworkInterface("lo", 1, new InetAddress[] {address});
        complete(lo, address, "lo", new NetworkInterface[0], new InterfaceAddress[1]);
        return lo;
    }

    /** Of an address of the host: the interface. Others are bound to none. */
    static NetworkInterface of(InetAddress address) throws UnknownHostException {
        NetworkInterface lo = only();
        return lo.getInetAddresses().nextElement().equals(address) ? lo : null;
    }

    static boolean bound(InetAddress address) throws UnknownHostException {
        return of(address) != null;
    }

    /** What only the class itself can write: the name that is displayed, its parts, and the address with its mask. */
    private static native void complete(NetworkInterface lo, InetAddress address, String name, NetworkInterface[] parts,
                                        InterfaceAddress[] bindings);
}
