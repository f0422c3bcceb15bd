// Seeded bug: the tree of LogicalOrderTree, where a thread that turns a node keeps its lock while it tries for one below, whose holder may wait for it (a hang, as is reported of LogicalOrderingAVL).
public class KeptLockTree extends LogicalOrderTree {
  @Override Node later(Node n, Node below) {
    while (!below.place.tryLock()) Thread.yield();
    below.place.unlock();
    return n;
  }
}
