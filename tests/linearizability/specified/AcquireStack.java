import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The same with an acquire. */
public class AcquireStack {
  static class Node { Object item; Node next; }
  private static final VarHandle TOP;
  static {
    try {
      TOP = MethodHandles.lookup().findVarHandle(AcquireStack.class, "top", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }
  private Node top;
  public void push(Object x) {
    Node n = new Node();
    n.item = x;
    do n.next = (Node) TOP.getVolatile(this);
    while (!TOP.compareAndSet(this, n.next, n));
  }
  public Object pop() {
    for (;;) {
      Node n = (Node) TOP.getAcquire(this);
      if (n == null) return null;
      if (TOP.compareAndSet(this, n, n.next)) return n.item;
    }
  }
}
