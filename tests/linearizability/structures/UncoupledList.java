import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// Seeded bug: both locks are released on the way to the next pair, which may be taken out of the list in between.
public class UncoupledList {
  static class Node { final int key; Node next; final Lock lock = new ReentrantLock(); Node(int key, Node next) { this.key = key; this.next = next; } }
  final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
  public boolean add(int key) {
    Node p = head;
    p.lock.lock();
    Node c = p.next;
    c.lock.lock();
    while (c.key < key) {
      p.lock.unlock();
      c.lock.unlock();
      p = c;
      p.lock.lock();
      c = p.next;
      c.lock.lock();
    }
    try {
      if (c.key == key) return false;
      p.next = new Node(key, c);
      return true;
    } finally { c.lock.unlock(); p.lock.unlock(); }
  }
  public boolean remove(int key) {
    Node p = head;
    p.lock.lock();
    Node c = p.next;
    c.lock.lock();
    while (c.key < key) {
      p.lock.unlock();
      c.lock.unlock();
      p = c;
      p.lock.lock();
      c = p.next;
      c.lock.lock();
    }
    try {
      if (c.key != key) return false;
      p.next = c.next;
      return true;
    } finally { c.lock.unlock(); p.lock.unlock(); }
  }
}
