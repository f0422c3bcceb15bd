/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | 2 0 | 1 1 | 2 1 | none 1
 * hotspot: not seen
 * why: ABA: the slow thread reads the top (upper) and its next (lower), main pops both and pushes upper again. The slow thread's CAS succeeds and makes lower the top, which main has in use:
 *      main finds it when it empties the stack. The other ends: the slow thread is first and gets 2, main pops 1 and nothing, and gives 1 back (2 1); it comes between main's two pops and
 *      gets 1, main gives 2 back (1 1); after both pops it finds nothing (none 1); after the push it gets 2 (2 0).
 */
import java.util.concurrent.atomic.AtomicReference;

public class PooledNodeStack {
  static class Node {
    int value;
    Node next;
  }

  private final AtomicReference<Node> top = new AtomicReference<>();

  void push(Node n) {
    Node t;
    do {
      t = top.get();
      n.next = t;
    } while (!top.compareAndSet(t, n));
  }

  Node pop() {
    Node t, next;
    do {
      t = top.get();
      if (t == null) return null;
      next = t.next;
    } while (!top.compareAndSet(t, next));
    return t;
  }

  public static void main(String[] args) throws InterruptedException {
    PooledNodeStack free = new PooledNodeStack();
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
