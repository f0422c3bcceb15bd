// Correct: a search tree; links and marks change under the lock of their node.
public class LockedTree {
  static class Node { final int key; volatile Node left, right; volatile boolean removed; Node(int key) { this.key = key; } }
  private final Node root = new Node(0);
  private static Node child(Node n, int key) { return key < n.key ? n.left : n.right; }
  public boolean add(int key) {
    Node n = root;
    for (;;) {
      Node next;
      synchronized (n) {
        next = child(n, key);
        if (next == null) {
          if (key < n.key) n.left = new Node(key);
          else n.right = new Node(key);
          return true;
        }
      }
      if (next.key == key) {
        synchronized (next) {
          boolean added = next.removed;
          next.removed = false;
          return added;
        }
      }
      n = next;
    }
  }
  public boolean remove(int key) {
    for (Node n = child(root, key); n != null; n = child(n, key))
      if (n.key == key) {
        synchronized (n) {
          boolean was = !n.removed;
          n.removed = true;
          return was;
        }
      }
    return false;
  }
  public boolean contains(int key) {
    for (Node n = child(root, key); n != null; n = child(n, key))
      if (n.key == key) return !n.removed;
    return false;
  }
}
