import java.util.concurrent.locks.ReentrantLock;

/** OptimisticList, but calls for some keys lock at the wrong place. */
public class BuggyOptimisticList {
  /** The nodes are checked before they are locked; unlocked before they are changed; or the second one is not locked at all. */
  public enum Bug { LATE_LOCK, EARLY_UNLOCK, ONE_LOCK }

  private static final class Node {
    final int key;
    final ReentrantLock lock = new ReentrantLock();
    volatile Node next;
    volatile boolean removed;

    Node(int key, Node next) {
      this.key = key;
      this.next = next;
    }
  }

  private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
  private final Bug bug;
  private final int badKeys;

  public BuggyOptimisticList(Bug bug, int... keys) {
    this.bug = bug;
    int set = 0;
    for (int key : keys) set |= 1 << key;
    badKeys = set;
  }

  private static boolean neighbours(Node pred, Node node) {
    return !pred.removed && !node.removed && pred.next == node;
  }

  /** Adds or removes. */
  private boolean change(int key, boolean add) {
    Bug bug = (badKeys >> key & 1) != 0 ? this.bug : null;
    while (true) {
      Node pred = head, node = pred.next;
      while (node.key < key) {
        pred = node;
        node = node.next;
      }
      if (bug == Bug.LATE_LOCK && !neighbours(pred, node)) continue;
      lock(pred, node, bug);
      boolean valid = bug == Bug.LATE_LOCK || neighbours(pred, node);
      if (bug == Bug.EARLY_UNLOCK) unlock(pred, node, bug);
      try {
        if (!valid) continue;
        if (add == (node.key == key)) return false;
        if (!add) node.removed = true;
        pred.next = add ? new Node(key, node) : node.next;
        return true;
      } finally {
        if (bug != Bug.EARLY_UNLOCK) unlock(pred, node, bug);
      }
    }
  }

  private static void lock(Node pred, Node node, Bug bug) {
    pred.lock.lock();
    if (bug != Bug.ONE_LOCK) node.lock.lock();
  }

  private static void unlock(Node pred, Node node, Bug bug) {
    if (bug != Bug.ONE_LOCK) node.lock.unlock();
    pred.lock.unlock();
  }

  public boolean add(int key) {
    return change(key, true);
  }

  public boolean remove(int key) {
    return change(key, false);
  }

  public boolean contains(int key) {
    Node node = head;
    while (node.key < key) node = node.next;
    return node.key == key && !node.removed;
  }
}
