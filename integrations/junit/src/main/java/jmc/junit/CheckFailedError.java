package jmc.junit;

/** The check itself came to no answer: no executable, an unsupported feature, a limit, a process that was killed. Never green. Where it was thrown says nothing. */
public final class CheckFailedError extends Error {
  private static final long serialVersionUID = 1;

  CheckFailedError(String message) {
    super(message, null, false, false);
  }
}
