/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | guest:browse guest:view
 * slow: yes
 * hotspot: fail
 * why: After "login" the user stays in the thread's local variable. A pool of two: the first task goes to the first thread, the second one to the second thread, the third one to whoever
 *      is free first; if that is the thread of the login, a guest acts as alice, and main fails when the pool is shut down. The second task never runs in the first thread: it is handed to a
 *      new one, since the pool is not full yet.
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class RequestContextLeak {
  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  static String handle(String user, String action) {
    if (user != null) USER.set(user);
    String as = USER.get() == null ? "guest" : USER.get();
    if (user != null && !action.equals("login")) USER.remove();
    return as + ":" + action;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<String> login = pool.submit(() -> handle("alice", "login"));
    Future<String> browse = pool.submit(() -> handle(null, "browse"));
    Future<String> view = pool.submit(() -> handle(null, "view"));
    assert login.get().equals("alice:login");
    String b = browse.get(), v = view.get();
    pool.shutdown();
    assert v.equals("guest:view") : "somebody sees as " + v;
    System.out.println(b + " " + v);
  }
}
