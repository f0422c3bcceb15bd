import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs main programs again and again under HotSpot, each time with new classes: RunMany CLASSES SECONDS NAME[:ARGUMENT]...
 * Prints for each: name, number of runs, how the last one ended ("ended", "hangs", or an exception), and the outputs of the runs that ended, separated by tabs. A program is run until its time is over or
 * it fails, or leaves a daemon behind; between two looks a spinning thread beside it disturbs the schedule.
 */
public class RunMany {
  static final long PATIENCE_MILLIS = Long.getLong("patience", 6000);   // more than any program here waits for on purpose, by far
  static final PrintStream out = System.out;
  static volatile int noise;
  static volatile boolean daemonLeft;

  public static void main(String[] args) throws Exception {
    URL[] classes = {Path.of(args[0]).toUri().toURL()};
    Thread disturber = new Thread(() -> {
      Random random = new Random();
      while (true) {
        for (int i = random.nextInt(100_000); i > 0; i--) noise++;
        try {
          Thread.sleep(0, random.nextInt(900_000));
        } catch (InterruptedException e) {
          return;
        }
      }
    }, "disturber");
    disturber.setDaemon(true);
    disturber.start();
    for (int i = 2; i < args.length; i++) many(classes, (long) (Double.parseDouble(args[1]) * 1e9), args[i]);
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  static void many(URL[] classes, long nanos, String name) throws Exception {
    long start = System.nanoTime();
    Set<String> seen = new TreeSet<>();
    String end = "ended";
    daemonLeft = false;
    int runs = 0;
    do {
      runs++;
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      System.setOut(new PrintStream(bytes, true));
      end = once(classes, name);
      System.out.flush();
      if (end.equals("ended")) {
        String text = bytes.toString().stripTrailing();
        seen.add(text.isEmpty() ? "-" : text.replace("\n", " / "));
      }
    } while (end.equals("ended") && !daemonLeft && System.nanoTime() - start < nanos);
    out.println(name + "\t" + runs + "\t" + end + "\t" + String.join(" | ", seen));
  }

  /** One run in a thread group of its own, whose threads must all end; an exception that leaves one of them is a failure. */
  static String once(URL[] classes, String nameAndArgument) throws Exception {
    int colon = nameAndArgument.indexOf(':');
    String name = colon < 0 ? nameAndArgument : nameAndArgument.substring(0, colon);
    String[] arguments = colon < 0 ? new String[0] : new String[] {nameAndArgument.substring(colon + 1)};
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    ThreadGroup group = new ThreadGroup(name) {
      @Override
      public void uncaughtException(Thread t, Throwable e) {
        thrown.compareAndSet(null, e);
      }
    };
    URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
    loader.setDefaultAssertionStatus(true);
    Thread main = new Thread(group, () -> {
      try {
        Method m = Class.forName(name, false, loader).getMethod("main", String[].class);
        m.setAccessible(true);
        m.invoke(null, (Object) arguments);
      } catch (InvocationTargetException e) {
        thrown.compareAndSet(null, e.getCause());
      } catch (ReflectiveOperationException e) {
        thrown.compareAndSet(null, e);
      }
    }, "main");
    main.start();
    long end = System.currentTimeMillis() + PATIENCE_MILLIS;
    Thread[] living = new Thread[64];
    for (int look = 0; ; look++) {
      int n = group.enumerate(living), users = 0;
      for (int i = 0; i < n; i++) if (!living[i].isDaemon()) users++;
      if (thrown.get() != null) return thrown.get().toString().replace('\n', ' ');
      if (users == 0) {
        daemonLeft = n > 0;
        break;
      }
      if (System.currentTimeMillis() > end) return "hangs";
      if (look < 200) Thread.onSpinWait();
      else if (look < 400) Thread.yield();
      else Thread.sleep(1);
    }
    if (thrown.get() != null) return thrown.get().toString().replace('\n', ' ');
    loader.close();
    return "ended";
  }
}
