import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A sorted linked list of keys under one read-write lock: add and remove write, contains reads. */
public class CoarseList {
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

  private Node before(int key) {
    Node pred = head;
    for (Node node = pred.next; node.key < key; node = node.next) pred = node;
    return pred;
  }

  public boolean add(int key) {
    lock.writeLock().lock();
    try {
      Node pred = before(key), node = pred.next;
      if (node.key == key) return false;
      pred.next = new Node(key, node);
      return true;
    } finally {
      lock.writeLock().unlock();
    }
  }

  public boolean remove(int key) {
    lock.writeLock().lock();
    try {
      Node pred = before(key), node = pred.next;
      if (node.key != key) return false;
      pred.next = node.next;
      return true;
    } finally {
      lock.writeLock().unlock();
    }
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
