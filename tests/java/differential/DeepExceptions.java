// Exceptions through many frames, each with its own handlers; state after every one of them.
import java.util.ArrayList;
import java.util.List;

public class DeepExceptions {
  static List<String> log = new ArrayList<>();

  static int level(int n, int failAt) throws Exception {
    int local = n * 10;
    try {
      if (n == 0) {
        if (failAt < 0) throw new Error("error at the bottom");
        throw new Exception("bottom");
      }
      return level(n - 1, failAt) + local;
    } catch (Exception e) {
      if (n == failAt) {
        log.add("caught at " + n + " local " + local);
        return local;
      }
      if (n % 2 == 0) throw new Exception(e.getMessage() + "," + n, e);
      throw e;
    } finally {
      local++;
      log.add("f" + local);
    }
  }

  static int depth(Throwable t) {
    return t == null ? 0 : 1 + depth(t.getCause());
  }

  static class Resource implements AutoCloseable {
    final int k;

    Resource(int k) {
      this.k = k;
    }

    @Override public void close() {
      log.add("close" + k);
      if (k == 2) throw new IllegalStateException("close 2");
    }
  }

  static String nested() {
    try (Resource a = new Resource(1)) {
      try (Resource b = new Resource(2); Resource c = new Resource(3)) {
        return "result";
      } finally {
        log.add("inner finally");
      }
    }
  }

  public static void main(String[] args) {
    for (int f : new int[] {3, 6, 9, -1}) {
      log.clear();
      try {
        System.out.println(level(6, f));
      } catch (Exception e) {
        System.out.println(e.getMessage() + " depth " + depth(e));
      } catch (Error e) {
        System.out.println(e);
      }
      System.out.println(log);
    }
    log.clear();
    try {
      System.out.println(nested());
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage() + " " + e.getSuppressed().length);
    }
    System.out.println(log);
  }
}
