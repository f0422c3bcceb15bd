// Correct: a sorted list, and a balanced tree of its nodes that leads into it, after Drachsler, Vechev and Yahav (2014).
import java.util.concurrent.locks.ReentrantLock;

public class LogicalOrderTree {
  /** What stands between this node and the next one is locked by `order`, its links in the tree by `place`: first orders, upwards; then places, from below. */
  static class Node {
    final int key;
    volatile boolean removed;
    volatile Node pred, succ, parent, left, right;
    volatile int leftHeight, rightHeight;
    final ReentrantLock order = new ReentrantLock(), place = new ReentrantLock();
    Node(int key, Node pred, Node succ, Node parent) {
      this.key = key;
      this.pred = pred;
      this.succ = succ;
      this.parent = parent;
    }
    int height() { return 1 + Math.max(leftHeight, rightHeight); }
    int tilt() { return rightHeight - leftHeight; }
    Node child(boolean onRight) { return onRight ? right : left; }
    void link(boolean onRight, Node n) {
      if (n != null) n.parent = this;
      if (onRight) right = n;
      else left = n;
    }
    /** True: what is below has another height now. */
    boolean hang(boolean onRight, Node n) {
      int height = n == null ? 0 : n.height(), before = onRight ? rightHeight : leftHeight;
      link(onRight, n);
      if (onRight) rightHeight = height;
      else leftHeight = height;
      return height != before;
    }
  }
  /** All that is in the tree is left of the last node; the first one is in the list only. */
  private final Node first = new Node(Integer.MIN_VALUE, null, null, null), last = new Node(Integer.MAX_VALUE, first, null, null);
  public LogicalOrderTree() { first.succ = last; }

  /** Where the tree leads to: the key, or a neighbour of where it would be. While others change the tree, anywhere. */
  Node near(int key) {
    Node n = last;
    for (Node c = n.left; c != null; c = c.child(key > c.key)) {
      n = c;
      if (c.key == key) break;
    }
    return n;
  }
  /** The list has the last word. */
  public boolean contains(int key) {
    Node n = near(key);
    while (n.key > key) n = n.pred;
    while (n.key < key) n = n.succ;
    return n.key == key && !n.removed;
  }
  /** Whether a key goes behind this node, whose order is locked. */
  boolean holds(Node pred, int key) { return !pred.removed && pred.key < key && key <= pred.succ.key; }
  /** Locks the order of the node behind which this key is, or would be. */
  private Node before(int key) {
    for (;;) {
      Node near = near(key), pred = near.key < key ? near : near.pred;
      pred.order.lock();
      if (holds(pred, key)) return pred;
      pred.order.unlock();
    }
  }

  public boolean add(int key) {
    Node pred = before(key), parent, n;
    try {
      Node succ = pred.succ;
      if (succ.key == key) return false;
      parent = freePlace(pred, succ);
      n = new Node(key, pred, succ, parent);
      enlist(pred, n, succ);
    } finally { pred.order.unlock(); }
    parent.hang(parent == pred, n);
    climb(parent);
    return true;
  }
  /** A key is in the set as soon as it can be reached from below; from above one gets below it first. */
  void enlist(Node pred, Node n, Node succ) {
    pred.succ = n;
    succ.pred = n;
  }
  /** One of two neighbours has no child on the side of the other: as soon as what goes on between them in the tree has come to its end. */
  private Node freePlace(Node pred, Node succ) {
    for (Node n = succ;; n = n == succ && pred != first ? pred : succ) {
      n.place.lock();
      if (n.child(n == pred) == null) return n;
      n.place.unlock();
    }
  }

  public boolean remove(int key) {
    Node pred = before(key), n = pred.succ, heir, parent;
    try {
      if (n.key != key) return false;
      n.order.lock();
      heir = lockBelow(n);
      parent = lockParent(n);
      n.removed = true;
      n.succ.pred = pred;
      pred.succ = n.succ;
      n.order.unlock();
    } finally { pred.order.unlock(); }
    boolean onRight = parent.right == n;
    if (heir == null) {
      Node c = n.left != null ? n.left : n.right;
      parent.hang(onRight, c);
      unlock(n, c);
      climb(parent);
    } else {
      Node from = heir.parent, c = heir.right;
      if (from != n) {
        from.hang(false, c);
        heir.link(true, n.right);
        heir.rightHeight = n.rightHeight;
      }
      heir.hang(false, n.left);
      parent.link(onRight, heir);
      unlock(n, c, parent);
      if (from != n) unlock(heir);
      climb(from != n ? from : heir);
    }
    return true;
  }
  /** Locks the place of a node and what hangs there: its only child; or the next node, which inherits the place, with parent and child. */
  private static Node lockBelow(Node n) {
    for (;; Thread.yield()) {
      n.place.lock();
      if (n.left == null || n.right == null) {
        if (tryLock(n.left, n.right)) return null;
      } else {
        Node heir = n.succ, p = heir.parent, from = p == n ? null : p;
        if (tryLock(from, heir)) {
          if (heir.parent == p && tryLock(heir.right)) return heir;
          unlock(from, heir);
        }
      }
      n.place.unlock();
    }
  }
  private static boolean tryLock(Node... nodes) {
    for (int i = 0; i < nodes.length; ++i)
      if (nodes[i] != null && !nodes[i].place.tryLock()) {
        while (--i >= 0) unlock(nodes[i]);
        return false;
      }
    return true;
  }
  private static void unlock(Node... nodes) {
    for (Node n : nodes)
      if (n != null) n.place.unlock();
  }
  private static Node lockParent(Node n) {
    for (;;) {
      Node p = n.parent;
      p.place.lock();
      if (n.parent == p) return p;
      p.place.unlock();
    }
  }

  /** Brings a node, which is locked, into balance, and what is above as long as something changes there, after a turn all of it; unlocks all. */
  private void climb(Node n) {
    for (boolean changed = true, turned = false; n != last;) {
      while (n != null && Math.abs(n.tilt()) > 1) {
        n = turn(n);
        turned = true;
      }
      if (n == null || !(changed || turned)) break;
      Node p = lockParent(n);
      changed = p.hang(p.right == n, n);
      n.place.unlock();
      n = p;
    }
    unlock(n);
  }
  /** Lifts the higher child of a node; returns what is locked then and has to be looked at; null: the node has been removed. */
  private Node turn(Node n) {
    boolean onRight = n.tilt() > 0;
    Node c = n.child(onRight), inner = null;
    if (!tryLock(c)) return later(n, c);
    if (onRight ? c.tilt() < 0 : c.tilt() > 0) {
      inner = c.child(!onRight);
      if (!tryLock(inner)) {
        Node again = later(n, inner);
        unlock(c);
        return again;
      }
      lift(n, c, inner);
      unlock(c);
      c = inner;
    }
    Node p = lockParent(n);
    lift(p, n, c);
    unlock(p);
    if (Math.abs(n.tilt()) > 1) {
      unlock(c);
      return n;
    }
    unlock(n);
    return c;
  }
  /** A node below is locked, perhaps by somebody who waits for this one. */
  Node later(Node n, Node below) {
    unlock(n);
    Thread.yield();
    n.place.lock();
    if (!n.removed) return n;
    unlock(n);
    return null;
  }
  /** The child comes into the place of its parent, below p. */
  private static void lift(Node p, Node n, Node child) {
    boolean wasRight = n.right == child;
    n.hang(wasRight, child.child(!wasRight));
    child.hang(!wasRight, n);
    p.link(p.right == n, child);
  }
}
