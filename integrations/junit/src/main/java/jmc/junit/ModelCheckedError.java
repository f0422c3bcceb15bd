package jmc.junit;

import org.opentest4j.AssertionFailedError;

/**
 * A schedule under which the test fails. The message has the story, the cause is the exception of that schedule with the stack
 * trace that it had there (none for a deadlock).
 */
public final class ModelCheckedError extends AssertionFailedError {
  private static final long serialVersionUID = 1;

  ModelCheckedError(String message, Throwable cause) {
    super(message, cause);
    setStackTrace(cause != null ? cause.getStackTrace() : new StackTraceElement[0]);
  }
}
