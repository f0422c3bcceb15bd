import java.util.concurrent.atomic.AtomicReference;

/** The same without help: who finds the tail behind waits until its thread has moved it on. Blocking, without any lock. */
public class UnhelpfulQueue {
    private static final class Node {
        final Object item;
        final AtomicReference<Node> next = new AtomicReference<>();
        Node(Object item) { this.item = item; }
    }
    private final AtomicReference<Node> head, tail;

    public UnhelpfulQueue() {
        Node dummy = new Node(null);
        head = new AtomicReference<>(dummy);
        tail = new AtomicReference<>(dummy);
    }

    public void offer(Object item) {
        Node node = new Node(item);
        for (;;) {
            Node t = tail.get();
            if (t.next.compareAndSet(null, node)) {
                tail.set(node);
                return;
            }
        }
    }

    public Object poll() {
        for (;;) {
            Node h = head.get(), next = h.next.get();
            if (next == null) return null;
            if (head.compareAndSet(h, next)) return next.item;
        }
    }
}
