// violation: deadlock
// options: --timeouts=never
// stress: no
// why: Without time-outs a wait that nobody ends is a deadlock, also of the only thread.
import java.net.*;

public class AcceptNever {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(5);
            server.accept();
        } catch (SocketTimeoutException e) {
            System.out.println("late");
        }
    }
}
