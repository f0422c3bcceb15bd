// Correct: nodes are marked before they are unlinked, and validation looks at the marks.
public class LazyList {
  static class Node { final int key; volatile Node next; volatile boolean removed; Node(int key, Node next) { this.key = key; this.next = next; } }
  final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
  private static boolean valid(Node p, Node c) { return !p.removed && !c.removed && p.next == c; }
  public boolean add(int key) {
    for (;;) {
      Node p = head, c = p.next;
      while (c.key < key) { p = c; c = c.next; }
      synchronized (p) { synchronized (c) {
        if (!valid(p, c)) continue;
        if (c.key == key) return false;
        p.next = new Node(key, c);
        return true;
      } }
    }
  }
  public boolean remove(int key) {
    for (;;) {
      Node p = head, c = p.next;
      while (c.key < key) { p = c; c = c.next; }
      synchronized (p) { synchronized (c) {
        if (!valid(p, c)) continue;
        if (c.key != key) return false;
        c.removed = true;
        p.next = c.next;
        return true;
      } }
    }
  }
  public boolean contains(int key) {
    Node c = head;
    while (c.key < key) c = c.next;
    return c.key == key && !c.removed;
  }
}
