// finally: order, overriding of returns and exceptions, nesting, breaks out of finally.
public class TryFinally {
  static StringBuilder log = new StringBuilder();

  @SuppressWarnings("finally")
  static int overriding() {
    try {
      return 1;
    } finally {
      return 2;
    }
  }

  static int notOverriding() {
    int x = 1;
    try {
      return x;
    } finally {
      x = 2;
      log.append("f").append(x);
    }
  }

  @SuppressWarnings("finally")
  static int swallowing() {
    try {
      throw new RuntimeException("lost");
    } finally {
      return 3;
    }
  }

  @SuppressWarnings("finally")
  static String replaced() {
    try {
      try {
        throw new RuntimeException("first");
      } finally {
        throw new IllegalStateException("second");
      }
    } catch (RuntimeException e) {
      return e.getMessage() + " " + e.getSuppressed().length;
    }
  }

  @SuppressWarnings("finally")
  static int loop() {
    int r = 0;
    for (int i = 0; i < 6; i++) {
      try {
        if (i == 1) continue;
        if (i == 4) break;
        if (i == 2) throw new RuntimeException();
        r += 1;
      } catch (RuntimeException e) {
        r += 10;
        continue;
      } finally {
        r += 100;
        if (i == 5) return -1;
      }
      r += 1000;
    }
    return r;
  }

  static int nested(int k) {
    try {
      log.append("a");
      try {
        if (k == 1) throw new IllegalArgumentException("1");
        if (k == 2) throw new ArrayStoreException("2");
        if (k == 3) return 30;
        log.append("b");
      } catch (IllegalArgumentException e) {
        log.append("c");
        throw new IllegalStateException(e);
      } finally {
        log.append("d");
      }
      log.append("e");
    } catch (IllegalStateException | ArrayStoreException e) {
      log.append("g").append(e.getClass().getSimpleName());
      return 40;
    } finally {
      log.append("h ");
    }
    return 50;
  }

  public static void main(String[] args) {
    System.out.println(overriding() + " " + notOverriding() + " " + swallowing() + " " + replaced() + " " + loop());
    for (int k = 0; k < 4; k++) System.out.println(nested(k));
    System.out.println(log);
    long big = 5;
    try {
      big = 6;
      throw new Error("x");
    } catch (Error e) {
      System.out.println(big + e.getMessage());
    } finally {
      System.out.println("end " + big);
    }
  }
}
