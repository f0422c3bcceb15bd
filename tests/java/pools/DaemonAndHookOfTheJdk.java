// outcomes: m | d/m | m/d
// why: the JDK's own shutdown hook deletes a file that nobody has made; the daemon may print until it has
import java.io.File;

public class DaemonAndHookOfTheJdk {
  public static void main(String[] args) throws Exception {
    Thread daemon = new Thread(() -> System.out.println("d"));
    daemon.setDaemon(true);
    daemon.start();
    new File("none").deleteOnExit();
    System.out.println("m");
  }
}
