import java.util.concurrent.atomic.AtomicReference;

// Correct: the lock-free queue of Michael and Scott.
public class MichaelScottQueue {
  private static class Node {
    final int value;
    final AtomicReference<Node> next = new AtomicReference<>();
    Node(int value) { this.value = value; }
  }
  private final AtomicReference<Node> head = new AtomicReference<>(new Node(0)), tail = new AtomicReference<>(head.get());
  public void enqueue(int value) {
    Node n = new Node(value);
    for (;;) {
      Node t = tail.get(), next = t.next.get();
      if (next != null) { tail.compareAndSet(t, next); continue; }
      if (!t.next.compareAndSet(null, n)) continue;
      tail.compareAndSet(t, n);
      return;
    }
  }
  public int dequeue() {
    for (;;) {
      Node h = head.get(), t = tail.get(), next = h.next.get();
      if (h != head.get()) continue;
      if (h == t) {
        if (next == null) return -1;
        tail.compareAndSet(t, next);
      } else if (head.compareAndSet(h, next)) {
        return next.value;
      }
    }
  }
}
