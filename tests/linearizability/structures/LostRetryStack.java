import java.util.concurrent.atomic.AtomicReference;

// Seeded bug: a CAS that fails is not tried again.
public class LostRetryStack {
  private static class Node {
    final int value;
    Node next;
    Node(int value) { this.value = value; }
  }
  private final AtomicReference<Node> top = new AtomicReference<>();
  public void push(int value) {
    Node n = new Node(value);
    n.next = top.get();
    top.compareAndSet(n.next, n);
  }
  public int pop() {
    for (;;) {
      Node n = top.get();
      if (n == null) return -1;
      if (top.compareAndSet(n, n.next)) return n.value;
    }
  }
}
