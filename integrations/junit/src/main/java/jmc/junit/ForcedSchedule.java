package jmc.junit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/**
 * A bug that jmc has found, kept as a test ({@code jmc --emit-test=DIR}): a JVM of its own runs the program, and is made to follow the schedule
 * of the bug. jmc is not needed for it, but its agent libjmc-force.so: the system property {@code jmc.force.agent}, the environment variable
 * {@code JMC_FORCE_AGENT}, or beside the jmc that {@link ModelChecked} would use.
 *
 * <p>More system properties: {@code jmc.force.java}, the folder of the JDK to be used (default: that of the tests); {@code jmc.force.limit}, seconds
 * (default: what the schedule has, 30); {@code jmc.force.departed}: what a schedule is that can no longer be followed, {@code passes} (default),
 * {@code skipped} or {@code fails}.
 */
public final class ForcedSchedule {
  private static final String AGENT = "libjmc-force.so";
  private static final int GRACE = 3; // seconds for the agent to tell where it stands

  private ForcedSchedule() {}

  /**
   * Forces the schedule in a resource beside the class. Returns what the JVM did, in one line, where the program came to its end.
   *
   * @throws ModelCheckedError the same happens again, or something else that is wrong
   * @throws CheckFailedError the schedule could not be forced: nobody knows
   */
  public static String run(Class<?> beside, String resource) {
    String text;
    try (InputStream in = beside.getResourceAsStream(resource)) {
      if (in == null)
        throw new CheckFailedError("there is no resource " + resource + " beside " + beside.getName() + ", so nothing was forced: the folder resources of --emit-test belongs to the resources of the tests");
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CheckFailedError("the resource " + resource + " beside " + beside.getName() + " could not be read: " + e);
    }
    String said = run(ForcedPlan.parse(text, resource));
    System.out.println("jmc: " + resource + ": " + said);
    return said;
  }

  private static String run(ForcedPlan plan) {
    Path agent = agent();
    String configured = System.getProperty("jmc.force.java");
    Path home = Path.of(configured == null ? System.getProperty("java.home") : configured);
    Path java = home.resolve("bin").resolve("java");
    if (!Files.isExecutable(java)) throw new CheckFailedError("jmc.force.java=" + home + ": there is no bin/java, so nothing was forced; expected the folder of a JDK");
    ForcedPlan.Schedule schedule = plan.schedule(released(home, "JAVA_VERSION"), released(home, "IMPLEMENTOR"));
    int limit = limit();
    Path folder = null;
    try {
      folder = Files.createTempDirectory("jmc-forced");
      Path file = folder.resolve("schedule");
      Path log = folder.resolve("log");
      Path out = folder.resolve("out");
      Path err = folder.resolve("err");
      Files.writeString(file, schedule.text.toString().replaceFirst("\nlimit\t[0-9]+\n", "\nlimit\t" + limit * 1000 + "\n"));
      List<String> words = new ArrayList<>(List.of(java.toString(), "-agentpath:" + agent + "=schedule=" + file + ",log=" + log + ",patient=1"));
      words.addAll(plan.options);
      words.addAll(List.of("-cp", ClassPath.ofTests(), plan.value("main")));
      words.addAll(plan.arguments);
      ProcessBuilder builder = new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile()).redirectInput(new File("/dev/null"));
      // Options for other runs: this one is as jmc has run the program.
      builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"));
      Integer status = statusOf(builder.start(), limit + GRACE);
      List<String> lines = Files.exists(log) ? List.of(Files.readString(log).split("\n")) : List.of();
      return new ForcedVerdict(plan, schedule, home).judge(lines, status, read(out), read(err));
    } catch (IOException e) {
      throw new CheckFailedError("java could not be run, so nothing was forced: " + e);
    } finally {
      remove(folder);
    }
  }

  /** Null: it did not come to its end in time, and was killed. */
  private static Integer statusOf(Process process, int seconds) {
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS) ? process.exitValue() : null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CheckFailedError("the test was interrupted, so nothing was forced");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static int limit() {
    String value = System.getProperty("jmc.force.limit");
    if (value == null) return 30;
    try {
      int seconds = Integer.parseInt(value.trim());
      if (seconds > 0) return seconds;
    } catch (NumberFormatException e) {
      // told below
    }
    throw new CheckFailedError("jmc.force.limit=" + value + " is no number of seconds, so nothing was forced");
  }

  private static Path agent() {
    for (String value : new String[] {System.getProperty("jmc.force.agent"), System.getenv("JMC_FORCE_AGENT")}) {
      if (value == null || value.isBlank()) continue;
      if (Files.isRegularFile(Path.of(value))) return Path.of(value).toAbsolutePath();
      throw new CheckFailedError("there is no " + AGENT + " at " + value + ", so nothing was forced");
    }
    String missing = "there is no " + AGENT + ", so nothing was forced: set the system property jmc.force.agent or the variable JMC_FORCE_AGENT, or put jmc on the PATH; ";
    try {
      Path jmc = Executable.find(System.getProperty("jmc.executable")).toRealPath();
      for (Path at : List.of(jmc.resolveSibling(AGENT), jmc.resolveSibling("../lib/jmc/" + AGENT).normalize())) if (Files.isRegularFile(at)) return at;
      throw new CheckFailedError(missing + "it is not beside " + jmc);
    } catch (CheckFailedError e) {
      throw e.getMessage().startsWith(missing) ? e : new CheckFailedError(missing + e.getMessage());
    } catch (IOException e) {
      throw new CheckFailedError(missing + e);
    }
  }

  /** The text after KEY= in the file "release" of a JDK. */
  private static String released(Path home, String key) {
    try {
      for (String line : Files.readAllLines(home.resolve("release")))
        if (line.startsWith(key + "=\"") && line.endsWith("\"")) return line.substring(key.length() + 2, line.length() - 1);
    } catch (IOException e) {
      // then it is another one than that of the schedule
    }
    return "";
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
  }

  private static void remove(Path folder) {
    if (folder == null) return;
    try (var files = Files.walk(folder)) {
      for (Path p : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(p);
    } catch (IOException e) {
      // it is in the folder for temporary files
    }
  }

  /** What is to be said of a schedule that the program cannot follow any more. */
  static String departed(String said) {
    String how = System.getProperty("jmc.force.departed", "passes");
    switch (how) {
      case "passes":
        return said;
      case "skipped":
        throw new TestAbortedException(said);
      case "fails":
        throw new ModelCheckedError(said, null);
      default:
        throw new CheckFailedError("jmc.force.departed=" + how + "; expected passes, skipped or fails");
    }
  }
}
