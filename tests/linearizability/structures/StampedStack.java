import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicStampedReference;

// Correct: a stack that uses its nodes again; a stamp tells a node that was away from one that stayed.
public class StampedStack {
  private static class Node { volatile int value; volatile Node next; }
  private final AtomicStampedReference<Node> top = new AtomicStampedReference<>(null, 0);
  private final ConcurrentLinkedQueue<Node> free = new ConcurrentLinkedQueue<>();
  public void push(int value) {
    Node n = free.poll();
    if (n == null) n = new Node();
    n.value = value;
    int[] stamp = new int[1];
    do n.next = top.get(stamp); while (!top.compareAndSet(n.next, n, stamp[0], stamp[0] + 1));
  }
  public int pop() {
    int[] stamp = new int[1];
    for (;;) {
      Node n = top.get(stamp);
      if (n == null) return -1;
      Node next = n.next;
      int value = n.value;
      if (!top.compareAndSet(n, next, stamp[0], stamp[0] + 1)) continue;
      free.add(n);
      return value;
    }
  }
}
