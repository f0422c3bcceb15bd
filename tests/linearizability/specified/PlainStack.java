import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Treiber's stack whose pop() reads a node that nothing has published to it: right under sequential consistency only. */
public class PlainStack {
  static class Node { Object item; Node next; }
  private static final VarHandle TOP;
  static {
    try {
      TOP = MethodHandles.lookup().findVarHandle(PlainStack.class, "top", Node.class);
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
      Node n = (Node) TOP.getOpaque(this);
      if (n == null) return null;
      if (TOP.compareAndSet(this, n, n.next)) return n.item;
    }
  }
}
