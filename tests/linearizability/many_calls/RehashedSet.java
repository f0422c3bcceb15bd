// Seeded bug: a set of two keys that writes each change behind the last one and, when its table is full, makes a new one
// of what is left; a change that comes meanwhile is lost.
public class RehashedSet {
  private static class Table {
    final int[] changes = new int[6];  // key: added; -key: removed
    int used;
    synchronized boolean contains(int key) {
      boolean in = false;
      for (int i = 0; i < used; ++i)
        if (changes[i] == key || changes[i] == -key) in = changes[i] > 0;
      return in;
    }
    // 1: changed, 0: it was so before, -1: full
    synchronized int change(int key, boolean add) {
      if (contains(key) == add) return 0;
      if (used == changes.length) return -1;
      changes[used++] = add ? key : -key;
      return 1;
    }
  }
  private volatile Table table = new Table();
  private boolean change(int key, boolean add) {
    for (;;) {
      Table now = table;
      int done = now.change(key, add);
      if (done >= 0) return done == 1;
      Table next = new Table();
      for (int k = 1; k <= 2; ++k)
        if (now.contains(k)) next.change(k, true);
      table = next;
    }
  }
  public boolean add(int key) { return change(key, true); }
  public boolean remove(int key) { return change(key, false); }
  public boolean contains(int key) { return table.contains(key); }
}
