/*
 * verdict: verified
 * long: yes
 * outcomes: guest:browse guest:view
 * why: The variable is removed in a finally block after every request, so each begins without a user.
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class RequestContext {
  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  static String handle(String user, String action) {
    try {
      if (user != null) USER.set(user);
      String as = USER.get() == null ? "guest" : USER.get();
      return as + ":" + action;
    } finally {
      USER.remove();
    }
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
