// Seeded bug: a search tree that, when it begins again, does not expect to be empty still (reported of ConcurrencyOptimalTreeMap).
import java.util.concurrent.atomic.AtomicBoolean;

public class EmptyRetryTree {
  /** Data, or only a way to others; each of its links and its state have a lock that nobody waits for. */
  static class Node {
    final int key;
    volatile boolean data = true, deleted;
    volatile Node left, right;
    final AtomicBoolean leftLock = new AtomicBoolean(), rightLock = new AtomicBoolean(), stateLock = new AtomicBoolean();
    Node(int key) { this.key = key; }
    Node child(int k) { return k < key ? left : right; }
    AtomicBoolean lock(int k) { return k < key ? leftLock : rightLock; }
    void link(int k, Node n) {
      if (k < key) left = n;
      else right = n;
    }
  }
  private final Node root = new Node(Integer.MAX_VALUE);

  private static boolean tryLock(AtomicBoolean lock) { return !lock.get() && lock.compareAndSet(false, true); }

  /** Where a search has come to. */
  private class Window {
    Node prev = root, curr = root.left;
    Window(int key) { search(key); }
    private void search(int key) {
      while (curr != null && curr.key != key) {
        prev = curr;
        curr = curr.child(key);
      }
    }
    void again(int key) {
      prev = root;
      curr = root.left;
      while (curr.key != key && curr.child(key) != null) {
        prev = curr;
        curr = curr.child(key);
      }
      if (curr.key == key) return;
      prev = curr;
      curr = null;
    }
  }

  public boolean add(int key) {
    for (Window w = new Window(key);; w.again(key)) {
      if (w.curr != null) {
        if (!tryLock(w.curr.stateLock)) continue;
        try {
          if (w.curr.deleted) continue;
          boolean added = !w.curr.data;
          w.curr.data = true;
          return added;
        } finally { w.curr.stateLock.set(false); }
      }
      AtomicBoolean lock = w.prev.lock(key);
      if (!tryLock(lock)) continue;
      try {
        if (w.prev.deleted || w.prev.child(key) != null) continue;
        w.prev.link(key, new Node(key));
        return true;
      } finally { lock.set(false); }
    }
  }

  public boolean remove(int key) {
    for (Window w = new Window(key);; w.again(key)) {
      Node n = w.curr;
      if (n == null || !n.data) return false;
      AtomicBoolean[] locks = {n.stateLock, w.prev.lock(key), n.leftLock, n.rightLock};
      int held = 0;
      while (held < locks.length && tryLock(locks[held])) ++held;
      try {
        if (held < locks.length || w.prev.deleted || w.prev.child(key) != n || n.deleted) continue;
        if (!n.data) return false;
        n.data = false;
        if (n.left != null && n.right != null) return true;
        n.deleted = true;
        w.prev.link(key, n.left != null ? n.left : n.right);
        return true;
      } finally {
        while (held > 0) locks[--held].set(false);
      }
    }
  }

  public boolean contains(int key) {
    Node n = new Window(key).curr;
    return n != null && n.data;
  }
}
