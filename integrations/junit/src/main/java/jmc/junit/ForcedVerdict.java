package jmc.junit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a JVM did that was made to follow a schedule, from the log of the agent (check/confirm/java_run.hpp has its lines): is it what jmc has found? */
final class ForcedVerdict {
  private static final Pattern FRAME = Pattern.compile("\\s+at (?:[^/(]*/)*([^/(]+)\\.([^.(]+)\\(([^:)]*)(?::(\\d+))?\\)");

  private final ForcedPlan plan;
  private final ForcedPlan.Schedule schedule;
  private final Path jdk;
  private final List<String[]> thrown = new ArrayList<>(); // thread, class, text
  private final Set<String> dumped = new HashSet<>();
  private final StringBuilder dump = new StringBuilder();
  private int taken;
  private String departed = "";
  private String over = "";
  private String error = "";
  private boolean mainWaits;
  private boolean died;

  ForcedVerdict(ForcedPlan plan, ForcedPlan.Schedule schedule, Path jdk) {
    this.plan = plan;
    this.schedule = schedule;
    this.jdk = jdk;
  }

  /** What the JVM did, where nothing is wrong; else throws. {@code status}: null if it was killed. */
  String judge(List<String> log, Integer status, String output, String errors) {
    for (String line : log) read(line.split("\t", -1));
    String said = (output.isEmpty() ? "" : "it printed\n" + output.stripTrailing().indent(2)) + (errors.isEmpty() ? "" : "and said\n" + errors.stripTrailing().indent(2)) + dump;
    if (!error.isEmpty()) throw new CheckFailedError("the schedule could not be forced: " + error);
    if (log.isEmpty()) throw new CheckFailedError("java did not begin, so nothing was forced: " + errors);
    boolean ended = over.isEmpty() && status != null;
    if (ended && !died) throw new CheckFailedError("the JVM died with status " + status + ", so nobody knows\n" + said);
    if (ended && status == 1 && errors.startsWith("Error: ")) throw new CheckFailedError("the program did not begin: " + errors);
    String same = same(status, output, ended);
    if (same != null) throw failure("it happens again: " + same, said, errors);
    String other = other(status, ended, errors);
    if (other != null) throw failure("it does not happen again (" + plan.value("found") + "), but this does: " + other, said, errors);
    String rest = "; it does not happen: " + plan.value("found") + (ended ? "" : "; main has ended, other threads wait for ever");
    if (departed.isEmpty()) return "the schedule was followed to its end" + rest;
    return ForcedSchedule.departed("the schedule can no longer be followed: in " + departed + rest);
  }

  private void read(String[] line) {
    String first = line.length > 1 ? line[1] : "";
    String second = line.length > 2 ? line[2] : "";
    String third = line.length > 3 ? line[3] : "";
    switch (line[0]) {
      case "step", "merged" -> taken++;
      case "departed" -> departed = "step " + first + " of " + schedule.steps + " " + plan.thread(second) + " does not come to " + schedule.places.getOrDefault(first, "its end") + ": " + third;
      case "thrown" -> thrown.add(new String[] {first, second, third});
      case "dump" -> {
        dumped.add(first);
        mainWaits |= first.equals("0");
        dump.append(first.equals("-1") ? "" : plan.thread(first) + ": ").append(second).append('\n');
      }
      case "frame" -> dump.append("    at ").append(first).append('\n');
      case "over" -> over = first;
      case "died" -> died = true;
      case "error" -> error = first;
      default -> { }
    }
  }

  /** What jmc has found, seen here; null: it is not. As check/confirm/confirm.cpp judges it. */
  private String same(Integer status, String output, boolean ended) {
    switch (schedule.leads) {
      case "exception", "swallowed":
        for (String[] one : thrown) if (one[1].equals(schedule.exception) && Integer.parseInt(one[0]) == schedule.ofThread) return one[2];
        return null;
      case "deadlock":
        return over.equals("stuck") && dumped.containsAll(plan.left) ? "every thread waits" : null;
      case "endless":
        return departed.isEmpty() && (over.equals("stuck") || over.equals("running")) ? "the program does not come to its end" : null;
      case "exit":
        return ended && thrown.isEmpty() && plan.value("found").equals("System.exit(" + status + ")") ? plan.value("found") : null;
      default:
        return ended && departed.isEmpty() && output.equals(plan.value("output")) ? "the same output" : null;
    }
  }

  /** Something else that is wrong. */
  private String other(Integer status, boolean ended, String errors) {
    // What a handler of the program gets is its own affair.
    if (!thrown.isEmpty() && !schedule.leads.equals("swallowed") && errors.contains("Exception in thread \"")) return thrown.get(0)[2] + " in " + plan.thread(thrown.get(0)[0]);
    if (ended) return status != 0 ? "the program ended with exit code " + status : null;
    // Threads of a pool that nobody shuts down wait when all is over.
    if (over.equals("stuck")) return mainWaits ? "every thread waits" : null;
    return "the program did not come to its end in time" + (departed.isEmpty() ? "" : "; it left the schedule in " + departed);
  }

  private ModelCheckedError failure(String what, String said, String errors) {
    String text = what + "\n" + taken + " of " + schedule.steps + " steps were forced on " + jdk;
    ModelCheckedError error = new ModelCheckedError(text, said + "\nthe story that jmc has found\n" + plan.story.toString().indent(2), null);
    List<StackTraceElement> trace = new ArrayList<>();
    for (String line : errors.split("\n")) {
      Matcher frame = FRAME.matcher(line);
      if (frame.matches()) trace.add(new StackTraceElement(frame.group(1), frame.group(2), frame.group(3), frame.group(4) == null ? -1 : Integer.parseInt(frame.group(4))));
      else if (!trace.isEmpty()) break;
    }
    error.setStackTrace(trace.toArray(new StackTraceElement[0]));
    return error;
  }
}
