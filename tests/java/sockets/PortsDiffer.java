// outcomes: free
// why: Who asks for a free port, closes it and asks again is given another one by a host: so programs look for several free ports.
import java.net.*;
import java.util.HashSet;
import java.util.Set;

public class PortsDiffer {
    static final Set<Integer> ports = new HashSet<>();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 5; i++) {
            try (ServerSocket s = new ServerSocket(0)) {
                ports.add(s.getLocalPort());
            }
        }
        System.out.println(ports.size() == 5 ? "free" : ports.toString());
    }
}
