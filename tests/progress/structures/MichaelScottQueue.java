import java.util.concurrent.atomic.AtomicReference;

/** The queue of Michael and Scott (1996): lock-free, since whoever finds the tail behind moves it on. */
public class MichaelScottQueue {
    private static final class Node {
        final Object item;
        final AtomicReference<Node> next = new AtomicReference<>();
        Node(Object item) { this.item = item; }
    }
    private final AtomicReference<Node> head, tail;

    public MichaelScottQueue() {
        Node dummy = new Node(null);
        head = new AtomicReference<>(dummy);
        tail = new AtomicReference<>(dummy);
    }

    public void offer(Object item) {
        Node node = new Node(item);
        for (;;) {
            Node t = tail.get(), next = t.next.get();
            if (next != null) tail.compareAndSet(t, next);
            else if (t.next.compareAndSet(null, node)) {
                tail.compareAndSet(t, node);
                return;
            }
        }
    }

    public Object poll() {
        for (;;) {
            Node h = head.get(), t = tail.get(), next = h.next.get();
            if (h == t) {
                if (next == null) return null;
                tail.compareAndSet(t, next);
            } else if (next != null && head.compareAndSet(h, next)) {
                return next.item;
            }
        }
    }
}
