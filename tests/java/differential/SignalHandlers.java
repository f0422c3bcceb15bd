import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Which signals there are, and what a handler replaces. HUP and INT are left out: who starts a JVM may have them ignored. */
public class SignalHandlers {
  static final String NAMES = "QUIT ILL TRAP ABRT IOT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ "
      + "VTALRM PROF WINCH POLL IO PWR SYS NOSUCH RTMIN 15";

  public static void main(String[] args) {
    for (String name : NAMES.split(" ")) System.out.println(name + ": " + found(name));
  }

  static String found(String name) {
    try {
      Signal signal = new Signal(name);
      SignalHandler own = x -> { };
      return signal.getNumber() + " " + signal + " " + kind(Signal.handle(signal, own), null) + " " + kind(Signal.handle(signal, SignalHandler.SIG_IGN), own) + " "
          + kind(Signal.handle(signal, SignalHandler.SIG_DFL), own) + " " + kind(Signal.handle(signal, own), own);
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  static String kind(SignalHandler h, SignalHandler own) {
    if (h == null) return "null";
    if (h == own) return "own";
    return h == SignalHandler.SIG_DFL ? "default" : h == SignalHandler.SIG_IGN ? "ignored" : "other";
  }
}
