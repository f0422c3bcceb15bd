// Seeded bug: the tree of LogicalOrderTree, where a key may be put behind a node that has been removed meanwhile.
public class RemovedPredTree extends LogicalOrderTree {
  @Override boolean holds(Node pred, int key) { return pred.key < key && key <= pred.succ.key; }
}
