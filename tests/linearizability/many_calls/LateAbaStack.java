import java.util.concurrent.atomic.AtomicReference;

// Seeded bug: nodes are used again once three of them are free, and the CAS takes a node that was away for one that stayed.
public class LateAbaStack {
  private static class Node { volatile int value; volatile Node next; }
  private final AtomicReference<Node> top = new AtomicReference<>();
  private Node first, second, third;  // free nodes, oldest first
  private synchronized Node take() {
    if (third == null) return new Node();
    Node n = first;
    first = second;
    second = third;
    third = null;
    return n;
  }
  private synchronized void give(Node n) {
    n.next = null;
    if (first == null) first = n;
    else if (second == null) second = n;
    else if (third == null) third = n;
  }
  public void push(int value) {
    Node n = take();
    n.value = value;
    do n.next = top.get(); while (!top.compareAndSet(n.next, n));
  }
  public int pop() {
    for (;;) {
      Node n = top.get();
      if (n == null) return -1;
      Node next = n.next;
      int value = n.value;
      if (!top.compareAndSet(n, next)) continue;
      give(n);
      return value;
    }
  }
}
