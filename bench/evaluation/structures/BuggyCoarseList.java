import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** CoarseList, but calls for some keys lock at the wrong place. */
public class BuggyCoarseList {
  /** The list is searched before it is locked; unlocked before it is changed; or changed under the lock of the readers. */
  public enum Bug { LATE_LOCK, EARLY_UNLOCK, READ_LOCK }

  private static final class Node {
    final int key;
    Node next;

    Node(int key, Node next) {
      this.key = key;
      this.next = next;
    }
  }

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
  private final Bug bug;
  private final int badKeys;

  public BuggyCoarseList(Bug bug, int... keys) {
    this.bug = bug;
    int set = 0;
    for (int key : keys) set |= 1 << key;
    badKeys = set;
  }

  private Node before(int key) {
    Node pred = head;
    for (Node node = pred.next; node.key < key; node = node.next) pred = node;
    return pred;
  }

  /** Adds or removes. */
  private boolean change(int key, boolean add) {
    Bug bug = (badKeys >> key & 1) != 0 ? this.bug : null;
    Lock lock = bug == Bug.READ_LOCK ? this.lock.readLock() : this.lock.writeLock();
    if (bug != Bug.LATE_LOCK) lock.lock();
    Node pred = before(key), node = pred.next;
    if (bug == Bug.EARLY_UNLOCK) lock.unlock();
    if (bug == Bug.LATE_LOCK) lock.lock();
    try {
      if (add == (node.key == key)) return false;
      pred.next = add ? new Node(key, node) : node.next;
      return true;
    } finally {
      if (bug != Bug.EARLY_UNLOCK) lock.unlock();
    }
  }

  public boolean add(int key) {
    return change(key, true);
  }

  public boolean remove(int key) {
    return change(key, false);
  }

  public boolean contains(int key) {
    lock.readLock().lock();
    try {
      return before(key).next.key == key;
    } finally {
      lock.readLock().unlock();
    }
  }
}
