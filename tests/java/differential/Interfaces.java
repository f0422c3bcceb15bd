import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.Arrays;
import java.util.Collections;

/** The loopback interface, of which every Linux machine says the same. */
public class Interfaces {
    static void tell(NetworkInterface i) throws Exception {
        System.out.println(i.getName() + " " + i.getDisplayName() + " " + i.getIndex() + " " + i.getMTU() + " " + i);
        System.out.println(i.isUp() + " " + i.isLoopback() + " " + i.isPointToPoint() + " " + i.supportsMulticast() + " " + i.isVirtual());
        System.out.println(Arrays.toString(i.getHardwareAddress()) + " " + i.getParent() + " " + Collections.list(i.getSubInterfaces()));
        for (InetAddress a : Collections.list(i.getInetAddresses()))
            if (a instanceof Inet4Address) System.out.println(a + " " + a.isLoopbackAddress());
        for (InterfaceAddress a : i.getInterfaceAddresses())
            if (a.getAddress() instanceof Inet4Address) System.out.println(a + " " + a.getNetworkPrefixLength() + " " + a.getBroadcast());
    }

    public static void main(String[] args) throws Exception {
        NetworkInterface lo = NetworkInterface.getByName("lo");
        tell(lo);
        for (NetworkInterface i : Collections.list(NetworkInterface.getNetworkInterfaces()))
            if (i.isLoopback()) tell(i);
        System.out.println(NetworkInterface.networkInterfaces().anyMatch(lo::equals));
        System.out.println(NetworkInterface.getByName("none-such") + " " + NetworkInterface.getByIndex(99999));
        System.out.println(NetworkInterface.getByIndex(lo.getIndex()).equals(lo) + " " + (lo.hashCode() == "lo".hashCode()));
        for (String a : new String[] {"127.0.0.1", "127.0.0.2", "203.0.113.7"})
            System.out.println(a + " " + NetworkInterface.getByInetAddress(InetAddress.getByName(a)));
        try {
            NetworkInterface.getByName(null);
        } catch (NullPointerException e) {
            System.out.println("no name");
        }
    }
}
