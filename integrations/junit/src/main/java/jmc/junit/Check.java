package jmc.junit;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/**
 * One run of jmc, and what it means for the test. Green only if the process said so in every way it has: exit code 0, a whole report with
 * the verdict <em>verified</em>, states explored, and threads if they were expected.
 */
final class Check {
  /** As many at a time as there are processors, however many tests JUnit runs in parallel. */
  private static final Semaphore PROCESSORS = new Semaphore(Runtime.getRuntime().availableProcessors());

  private static final String PROGRAMS = "linearizability";

  private static final int VERIFIED = 0, VIOLATED = 1, ERROR = 2, INCONCLUSIVE = 3;

  /** Seconds for all small programs of a class, where nobody says how long: there may be millions. */
  private static final int USUAL_LIMIT = 120;

  private final Settings settings;
  private final String name;
  private final List<String> mode; // what comes first on the command line
  private final List<String> program; // what comes last: a class, and its arguments
  private String summary = "not checked";
  private String output = "";
  private final List<String> printed = new ArrayList<>();
  private double timeLimit; // seconds; 0: none
  private boolean usualLimit;

  /** Of a test method, by the arguments of {@link Launch}. */
  static Check ofPlan(Settings settings, String name, List<String> plan) {
    List<String> program = new ArrayList<>(List.of(Launch.class.getName()));
    program.addAll(plan);
    return new Check(settings, name, List.of(), program);
  }

  /** Of an {@link Outcomes} class. */
  static Check ofScenario(Settings settings, Class<?> scenario) {
    return new Check(settings, scenario.getName(), List.of(), List.of(Scenario.class.getName(), scenario.getName()));
  }

  /** Of all small programs of calls. `options` are those of jmc linearizability. */
  static Check ofPrograms(Settings settings, String name, List<String> options, String subject) {
    List<String> mode = new ArrayList<>(List.of(PROGRAMS));
    mode.addAll(options);
    return new Check(settings, name, mode, List.of(subject));
  }

  private Check(Settings settings, String name, List<String> mode, List<String> program) {
    this.settings = settings;
    this.name = name;
    this.mode = mode;
    this.program = program;
  }

  /** What the executions of a verified check can print. */
  List<String> printed() {
    return printed;
  }

  /** Verdict, states and seconds in one line, for the platform's report. */
  String summary() {
    return summary;
  }

  void run() throws Throwable {
    Path executable = Executable.find(settings.executable);
    Path folder = Files.createTempDirectory("jmc-junit");
    try {
      Path json = folder.resolve("report.json"), text = folder.resolve("report.txt");
      List<String> command = new ArrayList<>(List.of(executable.toString()));
      command.addAll(mode);
      command.addAll(settings.options);
      timeLimit = settings.timeLimit;
      usualLimit = mode.contains(PROGRAMS) && command.stream().noneMatch(o -> o.equals("--time-limit") || o.startsWith("--time-limit="));
      if (usualLimit) {
        timeLimit = USUAL_LIMIT;
        command.add("--time-limit=" + USUAL_LIMIT);
      }
      command.add("--jdk=" + System.getProperty("java.home"));
      command.add("--json=" + json);
      if (mode.isEmpty()) command.add("--witness=none"); // the folder is removed
      command.add("--classpath=" + ClassPath.ofTests());
      sources().ifPresent(path -> command.add("--sourcepath=" + path));
      command.addAll(program);
      int code;
      PROCESSORS.acquire();
      try {
        code = run(command, text);
      } finally {
        PROCESSORS.release();
      }
      output = Files.exists(text) ? decoded(text) : "";
      judge(code, json);
    } finally {
      remove(folder);
    }
  }

  private int run(List<String> command, Path text) throws InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(text.toFile()).redirectInput(ProcessBuilder.Redirect.from(emptyFile())).start();
    } catch (IOException e) {
      throw new CheckFailedError("jmc could not be started, so nothing was checked: " + e.getMessage());
    }
    try {
      // jmc keeps its limit itself; one that hangs all the same must not hang the build.
      if (timeLimit == 0) return process.waitFor();
      long patience = (long) Math.ceil(timeLimit * 1.5) + 60;
      if (process.waitFor(patience, TimeUnit.SECONDS)) return process.exitValue();
      throw new CheckFailedError("jmc did not end at its time limit of " + timeLimit + " s and was killed: no answer");
    } finally {
      process.destroyForcibly();
    }
  }

  /** Where build tools keep sources, if the tests run in the folder of their module. */
  private static Optional<String> sources() {
    List<String> found = new ArrayList<>();
    for (String set : List.of("test", "main"))
      for (String language : List.of("java", "kotlin", "scala")) {
        Path folder = Path.of("src", set, language);
        if (Files.isDirectory(folder)) found.add(folder.toAbsolutePath().toString());
      }
    return found.isEmpty() ? Optional.empty() : Optional.of(String.join(File.pathSeparator, found));
  }

  private static File emptyFile() {
    return new File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
  }

  private void judge(int code, Path json) throws Throwable {
    if (code != VERIFIED && code != VIOLATED && code != ERROR && code != INCONCLUSIVE)
      throw new CheckFailedError("jmc was killed or crashed (exit code " + code + "): no answer\n" + output);
    Map<String, Object> report = report(json, code);
    String verdict = String.valueOf(report.get("verdict"));
    String expected = List.of("verified", "violated", "error", "inconclusive").get(code);
    boolean accepted = code == VERIFIED && verdict.equals("accepted");
    if (!verdict.equals(expected) && !accepted) throw new CheckFailedError("jmc's exit code says " + expected + ", its report " + verdict + ": no answer\n" + output);
    Map<String, Object> statistics = map(report.get("statistics"));
    if (code == VERIFIED && report.get("outcomes") instanceof List<?> outcomes)
      for (Object o : outcomes) printed.add(String.valueOf(map(o).get("output")).strip());
    summary = String.format("%s: %s %.0f states, %.0f transitions, %.2f s", name, verdict, number(statistics, "states"), number(statistics, "transitions"), number(statistics, "seconds"));
    switch (code) {
      case VIOLATED -> throw violation(report);
      case ERROR -> throw new CheckFailedError("jmc: " + report.get("error") + "\n" + output.replace("error: " + report.get("error") + "\n", ""));
      case INCONCLUSIVE -> {
        String advice = "";
        if (usualLimit)
          advice = "\nWithout jmc.time-limit the limit is " + USUAL_LIMIT + " s. Fewer methods, or invocations = 3, come to an end sooner.";
        String text = "inconclusive: " + report.get("reason") + advice + "\n" + output;
        if (settings.allowInconclusive) throw new TestAbortedException(text);
        throw new CheckFailedError(text);
      }
      default -> verified(report, statistics);
    }
  }

  private Map<String, Object> report(Path json, int code) throws IOException {
    if (!Files.exists(json)) throw new CheckFailedError("jmc (exit code " + code + ") wrote no report: no answer\n" + output);
    try {
      return map(Json.parse(decoded(json)));
    } catch (IllegalArgumentException e) {
      throw new CheckFailedError("jmc's report (exit code " + code + ") is damaged: " + e.getMessage() + "\n" + output);
    }
  }

  /** What a program printed need not be text: what is not, is replaced. */
  private static String decoded(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private void verified(Map<String, Object> report, Map<String, Object> statistics) {
    if (number(statistics, "states") < 1) throw new CheckFailedError("jmc explored nothing: no answer\n" + output);
    if (mode.contains(PROGRAMS)) {
      // Of all small programs, or of the one that was given.
      Map<String, Object> compared = map(report.get("linearizability"));
      if (number(compared, "explained") < 1 && (number(compared, "sequential_executions") < 1 || number(compared, "outcomes") < 1)) throw new CheckFailedError("jmc compared no program with its sequential executions: no answer\n" + output);
    } else if (settings.expectConcurrency) {
      Object threads = statistics.get("threads");
      if (!(threads instanceof Double)) throw new CheckFailedError("jmc's report does not say how many threads ran: this jmc is too old for this jmc-junit");
      if ((Double) threads < 2)
        throw new CheckFailedError(name + " started no thread, so there was nothing to check: start threads in it, or say expectConcurrency = NO");
    }
    outcomes(report);
  }

  private void outcomes(Map<String, Object> report) {
    if (settings.outcomes.isEmpty()) return;
    Set<String> unexpected = new TreeSet<>();
    for (String text : printed) if (!settings.outcomes.contains(text)) unexpected.add(text);
    if (report.get("longer_outcomes") != null) unexpected.add("texts without end: the program can print in a loop");
    if (!unexpected.isEmpty())
      throw new ModelCheckedError("outcomes that are not among those allowed: " + unexpected + "; allowed: " + settings.outcomes, story(), null);
  }

  private Throwable violation(Map<String, Object> report) {
    Map<String, Object> first = map(((List<?>) report.get("violations")).get(0));
    String message = String.valueOf(first.get("message"));
    Throwable cause = exception(String.valueOf(first.get("stack")));
    if (message.startsWith(TestAbortedException.class.getName()))
      return new TestAbortedException(message.substring(Math.min(message.length(), TestAbortedException.class.getName().length())).replaceFirst("^: ", ""));
    return new ModelCheckedError(message + " (" + first.get("kind") + ", under some schedule)", story(), cause);
  }

  /** The text that jmc prints, up to what it assumed. */
  private String story() {
    int end = output.indexOf("\nassumed\n");
    return (end < 0 ? output : output.substring(0, end)).strip();
  }

  /** The exception of the schedule as one of this JVM: the same class where it can be made, with the stack trace it had there. */
  private static Throwable exception(String stack) {
    String[] lines = stack.split("\n");
    if (lines[0].isBlank() || lines[0].equals("null")) return null;
    int colon = lines[0].indexOf(": ");
    String type = colon < 0 ? lines[0].strip() : lines[0].substring(0, colon);
    StringBuilder message = new StringBuilder(colon < 0 ? "" : lines[0].substring(colon + 2));
    List<StackTraceElement> trace = new ArrayList<>();
    boolean first = true, causes = false;
    for (String line : lines) {
      if (first) {
        first = false;
        continue;
      }
      String entry = line.strip();
      causes |= entry.startsWith("Caused by: ") || entry.startsWith("Suppressed: ");
      if (causes) continue;
      if (entry.startsWith("at jmc.junit.Launch.") || entry.startsWith("at jmc.junit.Scenario")) break; // from here on it is how jmc came to the test
      if (entry.startsWith("at ")) element(entry.substring(3)).ifPresent(trace::add);
      else if (trace.isEmpty()) message.append('\n').append(line);
    }
    while (!trace.isEmpty() && trace.get(trace.size() - 1).getClassName().matches("(java\\.lang\\.invoke|java\\.lang\\.reflect|jdk\\.internal\\.reflect)\\..*")) trace.remove(trace.size() - 1);
    Throwable made = make(type, message.toString());
    made.setStackTrace(trace.toArray(new StackTraceElement[0]));
    return made;
  }

  private static Optional<StackTraceElement> element(String text) {
    int open = text.lastIndexOf('('), dot = open < 0 ? -1 : text.lastIndexOf('.', open);
    if (dot < 0 || !text.endsWith(")")) return Optional.empty();
    String owner = text.substring(text.indexOf('/') < 0 || text.indexOf('/') > dot ? 0 : text.lastIndexOf('/', dot) + 1, dot);
    String[] place = text.substring(open + 1, text.length() - 1).split(":");
    int line = place.length > 1 && place[1].matches("[0-9]+") ? Integer.parseInt(place[1]) : place[0].equals("Native Method") ? -2 : -1;
    return Optional.of(new StackTraceElement(owner, text.substring(dot + 1, open), line == -2 || place[0].equals("Unknown Source") ? null : place[0], line));
  }

  private static Throwable make(String type, String message) {
    try {
      Class<?> c = Class.forName(type, false, Thread.currentThread().getContextClassLoader());
      if (Throwable.class.isAssignableFrom(c)) {
        for (Class<?> parameter : List.of(String.class, Object.class)) {
          try {
            Constructor<?> constructor = c.getConstructor(parameter);
            return (Throwable) constructor.newInstance(message);
          } catch (NoSuchMethodException e) {
            // the next, or none
          }
        }
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      // It cannot be made here; its name says what it was.
    }
    return new AssertionError(message.isEmpty() ? type : type + ": " + message);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    if (value instanceof Map<?, ?> m) return (Map<String, Object>) m;
    throw new CheckFailedError("jmc's report has another form than this jmc-junit knows");
  }

  private static double number(Map<String, Object> map, String key) {
    return map.get(key) instanceof Double d ? d : 0;
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path p : files.sorted(java.util.Comparator.reverseOrder()).toList()) Files.deleteIfExists(p);
    }
  }
}
