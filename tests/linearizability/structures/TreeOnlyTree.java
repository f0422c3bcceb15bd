// Seeded bug: the tree of LogicalOrderTree, where contains() believes the tree, without a look at the list.
public class TreeOnlyTree extends LogicalOrderTree {
  @Override public boolean contains(int key) {
    Node n = near(key);
    return n.key == key && !n.removed;
  }
}
