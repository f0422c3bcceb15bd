import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A set of keys as an external binary search tree with compare-and-set only, after Ellen, Fatourou, Ruppert and van Breugel (PODC 2010).
 * Keys are in the leaves. An operation flags the inner nodes that it will change, by a compare-and-set of a record that says what is to be
 * done; whoever meets a flag helps to finish first.
 */
public class NonBlockingTree {
  /** A leaf is a plain Node. */
  private static class Node {
    final int key;

    Node(int key) {
      this.key = key;
    }
  }

  private static final class Inner extends Node {
    volatile Node left, right;
    volatile Update update = CLEAN;

    Inner(int key, Node left, Node right) {
      super(key);
      this.left = left;
      this.right = right;
    }
  }

  /** What is going on at an inner node; each change of state makes a new one. */
  private static class Update {}

  /** Nothing is going on. Each is another object, so that a compare-and-set notices what happened in between. */
  private static final class Clean extends Update {}

  /** A leaf of parent is to be replaced by a subtree of three nodes. */
  private static final class Insertion extends Update {
    final Inner parent, subtree;
    final Node leaf;

    Insertion(Inner parent, Node leaf, Inner subtree) {
      this.parent = parent;
      this.leaf = leaf;
      this.subtree = subtree;
    }
  }

  /** The leaf and its parent are to go; flagged at the grandparent. */
  private static final class Deletion extends Update {
    final Inner grandparent, parent;
    final Node leaf;
    final Update parentUpdate;
    final Mark mark = new Mark(this);

    Deletion(Inner grandparent, Inner parent, Node leaf, Update parentUpdate) {
      this.grandparent = grandparent;
      this.parent = parent;
      this.leaf = leaf;
      this.parentUpdate = parentUpdate;
    }
  }

  /** The node leaves the tree with the deletion and never changes again. */
  private static final class Mark extends Update {
    final Deletion deletion;

    Mark(Deletion deletion) {
      this.deletion = deletion;
    }
  }

  /** The way to a leaf. */
  private static final class Place {
    Inner grandparent, parent;
    Node leaf;
    Update grandparentUpdate, parentUpdate;
  }

  private static final Update CLEAN = new Clean();
  private static final int LARGE = Integer.MAX_VALUE - 1, LARGEST = Integer.MAX_VALUE;
  private static final VarHandle LEFT, RIGHT, UPDATE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LEFT = lookup.findVarHandle(Inner.class, "left", Node.class);
      RIGHT = lookup.findVarHandle(Inner.class, "right", Node.class);
      UPDATE = lookup.findVarHandle(Inner.class, "update", Update.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Inner root = new Inner(LARGEST, new Node(LARGE), new Node(LARGEST));

  private Place search(int key) {
    Place place = new Place();
    Node node = root;
    while (node instanceof Inner) {
      place.grandparent = place.parent;
      place.grandparentUpdate = place.parentUpdate;
      place.parent = (Inner) node;
      place.parentUpdate = place.parent.update;
      node = key < node.key ? place.parent.left : place.parent.right;
    }
    place.leaf = node;
    return place;
  }

  public boolean contains(int key) {
    return search(key).leaf.key == key;
  }

  public boolean add(int key) {
    while (true) {
      Place place = search(key);
      Node leaf = place.leaf;
      if (leaf.key == key) return false;
      if (!(place.parentUpdate instanceof Clean)) {
        help(place.parentUpdate);
        continue;
      }
      Node added = new Node(key), sibling = new Node(leaf.key);
      Inner subtree = key < leaf.key ? new Inner(leaf.key, added, sibling) : new Inner(key, sibling, added);
      Insertion insertion = new Insertion(place.parent, leaf, subtree);
      Update found = (Update) UPDATE.compareAndExchange(place.parent, place.parentUpdate, (Update) insertion);
      if (found == place.parentUpdate) {
        finish(insertion);
        return true;
      }
      help(found);
    }
  }

  public boolean remove(int key) {
    while (true) {
      Place place = search(key);
      if (place.leaf.key != key) return false;
      if (!(place.grandparentUpdate instanceof Clean)) {
        help(place.grandparentUpdate);
      } else if (!(place.parentUpdate instanceof Clean)) {
        help(place.parentUpdate);
      } else {
        Deletion deletion = new Deletion(place.grandparent, place.parent, place.leaf, place.parentUpdate);
        Update found = (Update) UPDATE.compareAndExchange(place.grandparent, place.grandparentUpdate, (Update) deletion);
        if (found != place.grandparentUpdate) help(found);
        else if (finish(deletion)) return true;
      }
    }
  }

  private void help(Update update) {
    if (update instanceof Insertion) finish((Insertion) update);
    else if (update instanceof Mark) unlink(((Mark) update).deletion);
    else if (update instanceof Deletion) finish((Deletion) update);
  }

  private void finish(Insertion insertion) {
    replace(insertion.parent, insertion.leaf, insertion.subtree);
    UPDATE.compareAndSet(insertion.parent, (Update) insertion, (Update) new Clean());
  }

  /** Marks the parent and deletes; false if the parent is busy otherwise: then the flag is taken back. */
  private boolean finish(Deletion deletion) {
    Update found = (Update) UPDATE.compareAndExchange(deletion.parent, deletion.parentUpdate, (Update) deletion.mark);
    if (found == deletion.parentUpdate || found == deletion.mark) {
      unlink(deletion);
      return true;
    }
    help(found);
    UPDATE.compareAndSet(deletion.grandparent, (Update) deletion, (Update) new Clean());
    return false;
  }

  private void unlink(Deletion deletion) {
    Inner parent = deletion.parent;
    Node sibling = parent.right == deletion.leaf ? parent.left : parent.right;
    replace(deletion.grandparent, parent, sibling);
    UPDATE.compareAndSet(deletion.grandparent, (Update) deletion, (Update) new Clean());
  }

  private static void replace(Inner parent, Node old, Node replacement) {
    VarHandle child = replacement.key < parent.key ? LEFT : RIGHT;
    child.compareAndSet(parent, old, replacement);
  }
}
