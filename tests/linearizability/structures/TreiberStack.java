import java.util.concurrent.atomic.AtomicReference;

// Correct: the lock-free stack of Treiber.
public class TreiberStack {
  private static class Node {
    final int value;
    Node next;
    Node(int value) { this.value = value; }
  }
  private final AtomicReference<Node> top = new AtomicReference<>();
  public void push(int value) {
    Node n = new Node(value);
    do n.next = top.get(); while (!top.compareAndSet(n.next, n));
  }
  public int pop() {
    for (;;) {
      Node n = top.get();
      if (n == null) return -1;
      if (top.compareAndSet(n, n.next)) return n.value;
    }
  }
}
