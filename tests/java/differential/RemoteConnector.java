import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A JMX connector that never connects. To call servers it has a class made, in a module of its own; RMI has a library. */
public class RemoteConnector {
    public static void main(String[] args) throws Exception {
        System.out.println(Class.forName("sun.rmi.transport.GC").getName());
        JMXConnector c = JMXConnectorFactory.newJMXConnector(new JMXServiceURL("service:jmx:rmi://localhost"), null);
        System.out.println(c.getClass().getName() + " " + c.toString());
        try {
            c.getConnectionId();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        c.close();
    }
}
