import java.util.concurrent.ConcurrentHashMap;

/**
 * Every call on a ConcurrentHashMap is atomic; two calls are not. Both threads may find the session missing, and each
 * then puts its own: one of them works with a session that nobody else can see. `computeIfAbsent` is the cure.
 */
public class CheckThenAct {
  static class Session {
  }

  static final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();

  static Session sessionOf(String user) {
    Session s = sessions.get(user);  // check ...
    if (s == null) {
      s = new Session();
      sessions.put(user, s);         // ... then act
    }
    return s;
  }

  static Session first, second;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> first = sessionOf("ann"));
    Thread b = new Thread(() -> second = sessionOf("ann"));
    a.start();
    b.start();
    a.join();
    b.join();
    assert first == second : "ann has two sessions";
  }
}
