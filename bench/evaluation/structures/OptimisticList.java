import java.util.concurrent.locks.ReentrantLock;

/**
 * A sorted linked list of keys with a lock in each node. add and remove walk without locks, then lock the two nodes concerned and
 * check that these are still neighbours and in the list; removed nodes are marked first, so that contains needs no lock and never retries.
 */
public class OptimisticList {
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

  private static boolean neighbours(Node pred, Node node) {
    return !pred.removed && !node.removed && pred.next == node;
  }

  public boolean add(int key) {
    while (true) {
      Node pred = head, node = pred.next;
      while (node.key < key) {
        pred = node;
        node = node.next;
      }
      pred.lock.lock();
      try {
        node.lock.lock();
        try {
          if (!neighbours(pred, node)) continue;
          if (node.key == key) return false;
          pred.next = new Node(key, node);
          return true;
        } finally {
          node.lock.unlock();
        }
      } finally {
        pred.lock.unlock();
      }
    }
  }

  public boolean remove(int key) {
    while (true) {
      Node pred = head, node = pred.next;
      while (node.key < key) {
        pred = node;
        node = node.next;
      }
      pred.lock.lock();
      try {
        node.lock.lock();
        try {
          if (!neighbours(pred, node)) continue;
          if (node.key != key) return false;
          node.removed = true;
          pred.next = node.next;
          return true;
        } finally {
          node.lock.unlock();
        }
      } finally {
        pred.lock.unlock();
      }
    }
  }

  public boolean contains(int key) {
    Node node = head;
    while (node.key < key) node = node.next;
    return node.key == key && !node.removed;
  }
}
