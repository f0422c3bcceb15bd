import java.lang.management.ManagementFactory;
import java.util.TreeMap;
import javax.management.*;

/** Beans of the program, in the server of the platform and in one of its own. */
public class ManagementBeans {
    public interface CounterMBean {
        int getCount();
        void setCount(int count);
        String add(int more);
    }

    public static class Counter implements CounterMBean {
        private int count;
        public synchronized int getCount() { return count; }
        public synchronized void setCount(int count) { this.count = count; }
        public synchronized String add(int more) {
            if (more < 0) throw new IllegalArgumentException("less");
            return "now " + (count += more);
        }
    }

    static void use(MBeanServer server) throws Exception {
        ObjectName name = new ObjectName("test:type=Counter,name=one");
        server.registerMBean(new Counter(), name);
        server.setAttribute(name, new Attribute("Count", 5));
        System.out.println(server.invoke(name, "add", new Object[] {2}, new String[] {"int"}) + " " + server.getAttribute(name, "Count"));
        try {
            server.invoke(name, "add", new Object[] {-1}, new String[] {"int"});
        } catch (RuntimeMBeanException e) {
            System.out.println(e.getTargetException());
        }
        try {
            server.registerMBean(new Counter(), name);
        } catch (InstanceAlreadyExistsException e) {
            System.out.println(e.getMessage());
        }
        try {
            server.getAttribute(name, "None");
        } catch (AttributeNotFoundException e) {
            System.out.println(e.getMessage());
        }
        for (MBeanAttributeInfo a : server.getMBeanInfo(name).getAttributes()) System.out.println(a.getName() + " " + a.getType() + " " + a.isWritable());
        System.out.println(server.queryNames(new ObjectName("test:*"), null));
        server.unregisterMBean(name);
        System.out.println(server.isRegistered(name));
    }

    public static void main(String[] args) throws Exception {
        use(MBeanServerFactory.createMBeanServer("own"));
        use(ManagementFactory.getPlatformMBeanServer());
        try {
            ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class).getVMOption("NoSuchOption");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new TreeMap<>(ManagementFactory.getRuntimeMXBean().getSystemProperties()).containsKey("java.version"));
    }
}
