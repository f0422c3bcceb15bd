// Seeded bug: the optimistic list without validation.
public class UnvalidatedList {
  static class Node { final int key; volatile Node next; Node(int key, Node next) { this.key = key; this.next = next; } }
  final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
  private Node before(int key) {
    for (Node p = head, n = p.next; ; p = n, n = p.next) if (n.key >= key) return p;
  }
  private boolean valid(Node p, Node c) {
    Node n = head;
    while (n.key < p.key) n = n.next;
    return n == p && p.next == c;
  }
  public boolean add(int key) {
    for (;;) {
      Node p = before(key), c = p.next;
      synchronized (p) { synchronized (c) {
        if (c.key < key ) continue;     // c was read after the place was found
        if (c.key == key) return false;
        p.next = new Node(key, c);
        return true;
      } }
    }
  }
  public boolean remove(int key) {
    for (;;) {
      Node p = before(key), c = p.next;
      synchronized (p) { synchronized (c) {
        if (c.key < key ) continue;     // c was read after the place was found
        if (c.key != key) return false;
        p.next = c.next;
        return true;
      } }
    }
  }
}
