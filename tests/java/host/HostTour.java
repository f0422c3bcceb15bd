import java.io.File;
import java.io.FileOutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.SecureRandom;
import java.text.DateFormat;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import java.util.UUID;

/** Prints what could tell one machine, or one run, from another. The folder that is given holds two files and a link, made in another order each time. */
public class HostTour {
  interface Question {
    Object ask() throws Exception;
  }

  static void tell(String what, Question q) {
    Object answer;
    try {
      answer = q.ask();
    } catch (Exception e) {
      answer = e.toString();
    }
    System.out.println(what + ": " + answer);
  }

  public static void main(String[] args) throws Exception {
    for (String p : new String[] {"user.name", "user.home", "user.language", "user.country", "user.timezone", "java.io.tmpdir", "os.name", "os.version", "os.arch",
        "file.encoding", "native.encoding", "sun.jnu.encoding", "stdout.encoding", "line.separator"})
      tell(p, () -> System.getProperty(p));
    tell("environment", () -> System.getenv());
    tell("HOME", () -> System.getenv("HOME"));
    tell("locale", () -> Locale.getDefault() + " " + Locale.getDefault(Locale.Category.FORMAT));
    tell("charset", Charset::defaultCharset);
    tell("text", () -> "\u00e4\u20ac");
    tell("zone", () -> TimeZone.getDefault().getID() + " " + java.time.ZoneId.systemDefault());
    tell("date", () -> DateFormat.getDateTimeInstance().format(new Date(0)));
    tell("processors", () -> Runtime.getRuntime().availableProcessors());
    com.sun.management.OperatingSystemMXBean machine =
        (com.sun.management.OperatingSystemMXBean) java.lang.management.ManagementFactory.getOperatingSystemMXBean();
    tell("memory of the machine", () -> machine.getTotalMemorySize() == Runtime.getRuntime().maxMemory());
    tell("processors of /proc", () -> Files.readAllLines(Paths.get("/proc/cpuinfo")).stream().filter(l -> l.startsWith("processor")).count());
    tell("memory of /proc", () -> Long.parseLong(Files.readAllLines(Paths.get("/proc/meminfo")).get(0).replaceAll("\\D", "")) * 1024 == Runtime.getRuntime().maxMemory());
    tell("version of /proc", () -> Files.readString(Paths.get("/proc/version")).trim());
    tell("swap space", () -> machine.getTotalSwapSpaceSize() + machine.getFreeSwapSpaceSize());
    tell("loads", () -> machine.getCpuLoad() + " " + machine.getProcessCpuLoad());
    tell("time of the process", () -> machine.getProcessCpuTime());
    tell("memory of the process", () -> machine.getCommittedVirtualMemorySize());
    tell("uptime", () -> java.lang.management.ManagementFactory.getRuntimeMXBean().getUptime());
    tell("process", () -> ProcessHandle.current().pid());
    tell("name of the JVM", () -> ManagementFactory.getRuntimeMXBean().getName());
    tell("host", InetAddress::getLocalHost);
    for (String name : new String[] {"/proc/self", "/proc/self/status", "/proc/self/fd", "/proc/self/cwd", "/proc/self/environ", "/proc/thread-self", "/proc/1", "/dev/fd/0"}) {
      tell(name, () -> new File(name).exists() + " " + new File(name).getCanonicalPath());
      tell(name, () -> Paths.get(name).toRealPath());
      tell(name, () -> Files.readSymbolicLink(Paths.get(name)));
      tell(name, () -> Arrays.toString(new File(name).list()));
    }
    tell("processes", () -> {
      int n = 0;
      for (String name : new File("/proc").list()) if (Character.isDigit(name.charAt(0)) || name.endsWith("self")) n++;
      return n;
    });
    tell("temporary file", () -> File.createTempFile("a", "b"));
    tell("temporary folder", () -> Files.createTempDirectory("a"));
    tell("UUID", UUID::randomUUID);
    tell("SecureRandom", () -> new SecureRandom().nextLong());
    tell("Random", () -> new Random().nextLong());
    tell("Math.random", Math::random);
    tell("hash code", () -> new Object().hashCode());
    tell("milliseconds", System::currentTimeMillis);
    tell("nanoseconds", System::nanoTime);
    tell("start", () -> ManagementFactory.getRuntimeMXBean().getStartTime());
    Path folder = Paths.get(args[0]);
    tell("list", () -> Arrays.toString(folder.toFile().list()));
    try (java.util.stream.Stream<Path> all = Files.list(folder)) {
      tell("stream", () -> all.map(p -> p.getFileName().toString()).toList());
    }
    for (String name : new String[] {"b", "a", "link", "."}) {
      Path p = folder.resolve(name);
      tell(name, () -> p.toFile().lastModified());
      for (String attribute : new String[] {"lastModifiedTime", "lastAccessTime", "creationTime", "size", "isDirectory"})
        tell(name + " " + attribute, () -> Files.getAttribute(p, attribute, LinkOption.NOFOLLOW_LINKS));
      tell(name + " owner", () -> Files.getOwner(p));
    }
    tell("same file", () -> Files.isSameFile(folder.resolve("a"), folder.resolve("link")));
    File own = new File(folder.toFile(), "own");
    tell("written", () -> {
      try (FileOutputStream out = new FileOutputStream(own)) {
        out.write(1);
      }
      return own.lastModified() + " " + own.length() + " " + Files.getOwner(own.toPath()) + " " + Files.readAttributes(own.toPath(), "unix:*").get("uid");
    });
    tell("list", () -> Arrays.toString(folder.toFile().list()));
    if (args.length > 1) throw new AssertionError("so that there is a witness");
  }
}
