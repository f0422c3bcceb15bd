package jmc.junit;

import org.opentest4j.AssertionFailedError;

/**
 * A schedule under which the test fails. The message is what a list of failures has room for: the verdict, where, and the cause. The text
 * of the exception ({@link #toString}, which stack traces begin with) has the whole story, so that build tools that show both print the
 * story once. The cause is the exception of that schedule with the stack trace that it had there (none for a deadlock).
 */
public final class ModelCheckedError extends AssertionFailedError {
  private static final long serialVersionUID = 1;

  private final String story;

  /** What is said in a few lines, and has no story. */
  ModelCheckedError(String message, Throwable cause) {
    this(message, "", cause);
  }

  ModelCheckedError(String message, String story, Throwable cause) {
    super(message + shortOf(story), cause);
    this.story = story.isEmpty() ? message : message + "\n\n" + story;
    setStackTrace(cause != null ? cause.getStackTrace() : new StackTraceElement[0]);
  }

  /** What jmc printed about the schedule. */
  public String story() {
    return story;
  }

  @Override
  public String toString() {
    return getClass().getName() + ": " + story;
  }

  /** The place and the cause, as the first lines of a story have them. */
  private static String shortOf(String story) {
    StringBuilder out = new StringBuilder();
    boolean in = false;
    for (String line : story.split("\n")) {
      if (line.isBlank()) break;
      in = line.startsWith("where: ") || line.startsWith("cause: ") || in && line.startsWith(" ");
      if (in) out.append('\n').append(line);
    }
    return out.toString();
  }
}
