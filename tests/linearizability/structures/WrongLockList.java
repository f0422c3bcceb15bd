// Seeded bug: remove holds another lock than add.
public class WrongLockList {
  static class Node { final int key; Node next; Node(int key, Node next) { this.key = key; this.next = next; } }
  final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
  private Node before(int key) { Node n = head; while (n.next.key < key) n = n.next; return n; }
  public synchronized boolean add(int key) {
    Node p = before(key);
    if (p.next.key == key) return false;
    p.next = new Node(key, p.next);
    return true;
  }
  public boolean remove(int key) { synchronized (head) {
    Node p = before(key);
    if (p.next.key != key) return false;
    p.next = p.next.next;
    return true; }
  }
  public synchronized boolean contains(int key) { return before(key).next.key == key; }
}
