import java.util.concurrent.atomic.AtomicReference;

/** Treiber's stack (1986): lock-free. */
public class TreiberStack {
    private record Node(Object item, Node next) {}
    private final AtomicReference<Node> top = new AtomicReference<>();

    public void push(Object item) {
        for (;;) {
            Node t = top.get();
            if (top.compareAndSet(t, new Node(item, t))) return;
        }
    }

    public Object pop() {
        for (;;) {
            Node t = top.get();
            if (t == null) return null;
            if (top.compareAndSet(t, t.next())) return t.item();
        }
    }

    public boolean isEmpty() { return top.get() == null; }
}
