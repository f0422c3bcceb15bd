/*
 * verdict: verified
 * outcomes: 2 0 | 1 1 | 2 1 | none 1
 * why: Every change of the top has a new stamp, so the slow thread's CAS fails after main has popped and pushed, and it tries again. It gets 2 first (main then gives 1 back), 1 between main's pops,
 *      nothing after both, 2 after the push.
 */
import java.util.concurrent.atomic.AtomicStampedReference;

public class StampedNodeStack {
  static class Node {
    int value;
    Node next;
  }

  private final AtomicStampedReference<Node> top = new AtomicStampedReference<>(null, 0);

  void push(Node n) {
    int[] stamp = new int[1];
    Node t;
    do {
      t = top.get(stamp);
      n.next = t;
    } while (!top.compareAndSet(t, n, stamp[0], stamp[0] + 1));
  }

  Node pop() {
    int[] stamp = new int[1];
    Node t, next;
    do {
      t = top.get(stamp);
      if (t == null) return null;
      next = t.next;
    } while (!top.compareAndSet(t, next, stamp[0], stamp[0] + 1));
    return t;
  }

  public static void main(String[] args) throws InterruptedException {
    StampedNodeStack free = new StampedNodeStack();
    Node lower = new Node(), upper = new Node();
    lower.value = 1;
    upper.value = 2;
    free.push(lower);
    free.push(upper);
    Node[] mine = new Node[1];
    Thread slow = new Thread(() -> mine[0] = free.pop(), "slow");
    slow.start();
    Node a = free.pop();
    Node b = free.pop();
    if (a != null) free.push(a);   // one is enough, give the first one back
    slow.join();
    int left = 0;
    for (Node n = free.pop(); n != null; n = free.pop()) {
      assert n != b && n != mine[0] : "node " + n.value + " is free and in use";
      left++;
    }
    assert b == null || b != mine[0];
    System.out.println((mine[0] == null ? "none" : mine[0].value) + " " + left);
  }
}
