// Seeded bug: the tree of LogicalOrderTree, where a new key can be reached from above before it can be from below: it is found, and then not.
public class PredFirstTree extends LogicalOrderTree {
  @Override void enlist(Node pred, Node n, Node succ) {
    succ.pred = n;
    pred.succ = n;
  }
}
