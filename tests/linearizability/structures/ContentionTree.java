// Correct: a contention adapting tree after Sagonas and Winblad (2015), which splits bases that threads wait for and joins none.
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

public class ContentionTree {
  /** A lock that is held while its number is odd. */
  static class Base {
    final AtomicInteger sequence = new AtomicInteger();
    final TreeSet<Integer> keys;
    int contention;
    volatile boolean valid = true;
    Base(TreeSet<Integer> keys) { this.keys = keys; }
    void lock() {
      boolean waited = false;
      for (;;) {
        int n = sequence.get();
        if (n % 2 == 0 && sequence.compareAndSet(n, n + 1)) break;
        waited = true;
      }
      if (waited) ++contention;
    }
    void unlock() { sequence.set(sequence.get() + 1); }
  }
  static class Route {
    final int key;
    volatile Object left, right;
    Route(int key, Object left, Object right) { this.key = key; this.left = left; this.right = right; }
  }
  private volatile Object root = new Base(new TreeSet<>());

  private interface Action { boolean on(TreeSet<Integer> keys); }
  private boolean inBase(int key, Action action) {
    for (;;) {
      Route parent = null;
      Object n = root;
      while (n instanceof Route) {
        parent = (Route) n;
        n = key < parent.key ? parent.left : parent.right;
      }
      Base base = (Base) n;
      base.lock();
      try {
        if (!base.valid) continue;
        boolean result = action.on(base.keys);
        if (base.contention > 0 && base.keys.size() > 1) split(base, parent, key);
        return result;
      } finally { base.unlock(); }
    }
  }
  private void split(Base base, Route parent, int key) {
    int middle = base.keys.last();
    Route both = new Route(middle, new Base(new TreeSet<>(base.keys.headSet(middle))), new Base(new TreeSet<>(base.keys.tailSet(middle))));
    base.valid = false;
    if (parent == null) root = both;
    else if (key < parent.key) parent.left = both;
    else parent.right = both;
  }
  public boolean add(int key) { return inBase(key, keys -> keys.add(key)); }
  public boolean remove(int key) { return inBase(key, keys -> keys.remove(key)); }
  public boolean contains(int key) { return inBase(key, keys -> keys.contains(key)); }

  /** Locks what is below, from left to right; false: some of it is there no more. */
  private static boolean lockAll(Object n, List<Base> locked) {
    if (n instanceof Route) return lockAll(((Route) n).left, locked) && lockAll(((Route) n).right, locked);
    Base base = (Base) n;
    base.lock();
    locked.add(base);
    return base.valid;
  }
  private List<Base> lockAll() {
    for (;;) {
      List<Base> locked = new ArrayList<>();
      if (lockAll(root, locked)) return locked;
      unlock(locked);
    }
  }
  private static void unlock(List<Base> locked) { for (Base b : locked) b.unlock(); }
  public int size() {
    List<Base> locked = lockAll();
    int size = 0;
    for (Base b : locked) size += b.keys.size();
    unlock(locked);
    return size;
  }
  public void clear() {
    List<Base> locked = lockAll();
    for (Base b : locked) b.valid = false;
    root = new Base(new TreeSet<>());
    unlock(locked);
  }
}
