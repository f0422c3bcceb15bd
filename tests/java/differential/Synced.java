import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.SyncFailedException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.directory.InitialDirContext;

/** What libraries ask for on their way: a file that is written through, how long the JVM has run, a context for names. */
public class Synced {
  public static void main(String[] args) throws Exception {
    Path path = Files.createTempFile("synced", ".bin");
    FileOutputStream out = new FileOutputStream(path.toFile());
    FileDescriptor descriptor = out.getFD();
    out.write(7);
    descriptor.sync();
    System.out.println(Files.size(path));
    out.close();
    try {
      descriptor.sync();
    } catch (SyncFailedException e) {
      System.out.println(e.getMessage());
    }
    try {
      new FileDescriptor().sync();
    } catch (SyncFailedException e) {
      System.out.println(e.getMessage());
    }
    Files.delete(path);
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    long before = runtime.getUptime();
    Thread.sleep(20);
    System.out.println(before >= 0 && runtime.getUptime() - before >= 20);
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory");
    environment.put(Context.PROVIDER_URL, "dns://");
    System.out.println(new InitialDirContext(environment).getEnvironment().get(Context.PROVIDER_URL) != null);
  }
}
