import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Each of three processes writes its number once and returns the numbers that it sees. What is promised differs: immediate snapshots (Borowsky and Gafni,
 * "Immediate atomic snapshots and fast renaming", 1993), atomic ones, or what one read after the other gives.
 */
public abstract class Snapshots {
  static final int N = 3;

  public static class Immediate {
    private final AtomicIntegerArray level = new AtomicIntegerArray(new int[] {N + 1, N + 1, N + 1});
    public TreeSet<Integer> write(int who) {
      for (;;) {
        int mine = level.decrementAndGet(who);
        TreeSet<Integer> seen = new TreeSet<>();
        for (int p = 0; p < N; ++p)
          if (level.get(p) <= mine) seen.add(p);
        if (seen.size() >= mine) return seen;
      }
    }
  }

  public static class Atomic {
    private final TreeSet<Integer> all = new TreeSet<>();
    public TreeSet<Integer> write(int who) {
      synchronized (this) { all.add(who); }
      synchronized (this) { return new TreeSet<>(all); }
    }
  }

  public static class Collected {
    private final AtomicIntegerArray written = new AtomicIntegerArray(N);
    public TreeSet<Integer> write(int who) {
      written.set(who, 1);
      TreeSet<Integer> seen = new TreeSet<>();
      for (int p = 0; p < N; ++p)
        if (written.get(p) == 1) seen.add(p);
      return seen;
    }
  }

  /** Those who write in one moment see the same: themselves and all before. */
  public static class Sets {
    private final TreeSet<Integer> all = new TreeSet<>();
    public Object write(int a) { return all.add(a) ? new TreeSet<>(all) : null; }
    public Object[] write_write(int a, int b) { all.add(a); all.add(b); return new Object[] {new TreeSet<>(all), new TreeSet<>(all)}; }
    public Object[] write_write_write(int a, int b, int c) {
      all.add(a);
      Object[] two = write_write(b, c);
      return new Object[] {two[0], two[0], two[1]};
    }
  }

  /** What one writes is there from when it begins; it sees what is there when it returns. */
  public static class Intervals {
    private final TreeSet<Integer> all = new TreeSet<>();
    public void writeBegins(int who) { all.add(who); }
    public Object write(int who) { return new TreeSet<>(all); }
  }
}
