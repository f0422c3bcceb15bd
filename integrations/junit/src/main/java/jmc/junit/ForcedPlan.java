package jmc.junit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The text that jmc --emit-test has written of a violation: the program, what it did, and its schedule for the agent. There may be two of these:
 * one holds threads in the code of the JDK, too, and has a meaning for the very JDK that it was made with; the other one only in the program's own.
 */
final class ForcedPlan {
  private static final String FIRST_LINE = "jmc-forced-test\t1";

  /** For the agent, and the place of each step: "Put.run(Put.java:9)". */
  static final class Schedule {
    final StringBuilder text = new StringBuilder();
    final Map<String, String> places = new HashMap<>();
    String leads = "end";
    int ofThread = -1;
    String exception = "";
    int steps;
  }

  final List<String> options = new ArrayList<>();
  final List<String> arguments = new ArrayList<>();
  final List<String> threads = new ArrayList<>();
  final List<String> left = new ArrayList<>();
  final StringBuilder story = new StringBuilder();
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, Schedule> schedules = new HashMap<>();

  /** Throws CheckFailedError, which names the resource and the line. */
  static ForcedPlan parse(String text, String name) {
    ForcedPlan plan = new ForcedPlan();
    String[] lines = text.split("\n", -1);
    if (!lines[0].equals(FIRST_LINE)) throw wrong(name, 1, "expected " + FIRST_LINE.replace('\t', ' '));
    Schedule current = null;
    boolean ofAgent = false;
    for (int i = 1; i < lines.length; i++) {
      String line = lines[i];
      if (line.isEmpty() && !ofAgent) continue;
      String[] fields = line.split("\t", -1);
      if (ofAgent) {
        plan.ofAgent(current, line, fields);
        ofAgent = !line.equals("end");
      } else if (line.startsWith("#")) {
        plan.story.append(line.length() > 2 ? line.substring(2) : "").append('\n');
      } else if (fields[0].equals("jmc-force") && current != null) {
        current.text.append(line).append('\n');
        ofAgent = true;
      } else if (fields[0].equals("schedule") && fields.length == 2) {
        current = new Schedule();
        plan.schedules.put(fields[1], current);
      } else if (fields[0].equals("place") && fields.length == 3 && current != null) {
        current.places.put(fields[1], plain(fields[2]));
      } else if (fields.length != 2 || !plan.value(fields[0], plain(fields[1]))) {
        throw wrong(name, i + 1, "is no line of a forced schedule: " + line);
      }
    }
    if (ofAgent || plan.schedules.isEmpty()) throw wrong(name, lines.length, "ends too early");
    for (String key : List.of("found", "main", "jdk"))
      if (!plan.values.containsKey(key)) throw wrong(name, lines.length, "there is no line \"" + key + "\"");
    return plan;
  }

  private static CheckFailedError wrong(String name, int line, String what) {
    return new CheckFailedError(name + ":" + line + ": " + what + "; expected what jmc --emit-test has written, so nothing was forced");
  }

  private void ofAgent(Schedule schedule, String line, String[] fields) {
    schedule.text.append(line).append('\n');
    if (fields[0].equals("expect") && fields.length == 4) {
      schedule.leads = fields[1];
      schedule.ofThread = Integer.parseInt(fields[2]);
      schedule.exception = fields[3];
    }
    if (fields[0].equals("stop") && fields.length > 2 && !fields[2].equals("0")) schedule.steps++;
  }

  private boolean value(String key, String value) {
    switch (key) {
      case "option" -> options.add(value);
      case "argument" -> arguments.add(value);
      case "thread" -> threads.add(value);
      case "left" -> left.add(value);
      case "found", "kind", "jdk", "vendor", "main", "output" -> values.put(key, value);
      default -> {
        return false;
      }
    }
    return true;
  }

  String value(String key) {
    return values.getOrDefault(key, "");
  }

  /** For a JVM of this release and vendor. */
  Schedule schedule(String version, String vendor) {
    Schedule any = schedules.get("any");
    if (any != null) return any;
    boolean same = version.equals(value("jdk")) && vendor.equals(value("vendor"));
    Schedule fit = schedules.get(same ? "everywhere" : "own-code");
    return fit != null ? fit : schedules.values().iterator().next();
  }

  String thread(String index) {
    int i = Integer.parseInt(index);
    return i >= 0 && i < threads.size() ? threads.get(i) : "another thread";
  }

  private static String plain(String field) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c != '\\' || i + 1 == field.length()) {
        out.append(c);
        continue;
      }
      switch (field.charAt(++i)) {
        case 't' -> out.append('\t');
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        default -> out.append(field.charAt(i));
      }
    }
    return out.toString();
  }
}
