import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Runs main programs one after the other in one JVM, each once and with new classes: RunEach CLASSES NAME...
 * Prints "NAME LENGTH", a newline and that many bytes of output for each that ended as it should: without an exception, and with no thread but daemons left. Who wants to know more of one of the others runs it alone.
 */
public class RunEach {
  static final long PATIENCE_MILLIS = 10_000;
  static volatile boolean thrown;

  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    for (int i = 1; i < args.length; i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      System.setOut(new PrintStream(bytes, true));
      boolean ended = run(Path.of(args[0]).toUri().toURL(), args[i]);
      System.out.flush();
      System.setOut(out);
      if (!ended) continue;
      out.println(args[i] + " " + bytes.size());
      bytes.writeTo(out);
      out.flush();
    }
    Runtime.getRuntime().halt(0);
  }

  static int users(ThreadGroup group) {
    Thread[] living = new Thread[64];
    int users = 0;
    for (int i = group.enumerate(living) - 1; i >= 0; i--) if (!living[i].isDaemon()) users++;
    return users;
  }

  static boolean run(URL classes, String name) throws Exception {
    thrown = false;
    ThreadGroup group = new ThreadGroup("main") {
      @Override
      public void uncaughtException(Thread t, Throwable e) {
        thrown = true;
      }
    };
    URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
    loader.setDefaultAssertionStatus(true);
    Thread main = new Thread(group, () -> {
      try {
        Method m = Class.forName(name, false, loader).getMethod("main", String[].class);
        m.setAccessible(true);
        m.invoke(null, (Object) new String[0]);
      } catch (ReflectiveOperationException e) {
        thrown = true;
      }
    }, "main", 2 << 20);
    main.setContextClassLoader(loader);
    main.start();
    main.join(PATIENCE_MILLIS);
    long end = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (users(group) > 0) {
      if (System.currentTimeMillis() > end) return false;
      Thread.sleep(1);
    }
    return !thrown;
  }
}
