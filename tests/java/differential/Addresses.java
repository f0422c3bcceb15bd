import java.net.*;
import java.util.Arrays;

/** Addresses without a network: literals, the loopback address, localhost. */
public class Addresses {
    public static void main(String[] args) throws Exception {
        InetAddress local = InetAddress.getByName("127.0.0.1");
        System.out.println(local + " " + local.isLoopbackAddress() + " " + InetAddress.getLoopbackAddress().isLoopbackAddress());
        System.out.println(InetAddress.getByName("localhost").isLoopbackAddress());
        System.out.println(InetAddress.getByName("10.1.2.3").getHostAddress() + " " + Arrays.toString(InetAddress.getByName("10.1.2.3").getAddress()));
        System.out.println(InetAddress.getByName("::1") + " " + InetAddress.getByName("fe80::1:2").isLinkLocalAddress());
        System.out.println(InetAddress.getByAddress("there", new byte[] {1, 2, 3, 4}));
        System.out.println(new InetSocketAddress("127.0.0.1", 80) + " " + InetSocketAddress.createUnresolved("there", 1));
        System.out.println(InetAddress.getByName("10.1.2.3").equals(InetAddress.getByAddress(new byte[] {10, 1, 2, 3})) + " " + InetAddress.getByName("10.1.2.3").hashCode());
        try {
            InetAddress.getByAddress(new byte[3]);
        } catch (UnknownHostException e) {
            System.out.println(e.getMessage());
        }
        URL url = new URL("http://user@there:81/path/x?query#part");
        System.out.println(url.getHost() + " " + url.getPort() + " " + url.getDefaultPort() + " " + url.getPath() + " " + url.getQuery() + " " + url.getRef());
        URI uri = new URI("http://there/a/../b?x=y");
        System.out.println(uri.normalize() + " " + uri.resolve("c") + " " + uri.relativize(new URI("http://there/a/../b/d")));
    }
}
