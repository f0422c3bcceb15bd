import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// Seeded bug: only the node before is locked, so that two neighbours can be removed at once.
public class OneLockList {
  static class Node { final int key; Node next; final Lock lock = new ReentrantLock(); Node(int key, Node next) { this.key = key; this.next = next; } }
  final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
  private Node before(int key) {
    Node p = head;
    p.lock.lock();
    while (p.next.key < key) {
      Node n = p.next;
      n.lock.lock();
      p.lock.unlock();
      p = n;
    }
    return p;
  }
  public boolean add(int key) {
    Node p = before(key);
    try {
      if (p.next.key == key) return false;
      p.next = new Node(key, p.next);
      return true;
    } finally { p.lock.unlock(); }
  }
  public boolean remove(int key) {
    Node p = before(key);
    try {
      Node c = p.next;
      if (c.key != key) return false;
      p.next = c.next;
      return true;
    } finally { p.lock.unlock(); }
  }
}
