/** The same without an order between an element and the index that publishes it. */
public class PlainRing {
  private static final java.lang.invoke.VarHandle HEAD, TAIL;
  static {
    try {
      java.lang.invoke.MethodHandles.Lookup lookup = java.lang.invoke.MethodHandles.lookup();
      HEAD = lookup.findVarHandle(PlainRing.class, "head", int.class);
      TAIL = lookup.findVarHandle(PlainRing.class, "tail", int.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }
  private final Object[] ring;
  private int head, tail;
  public PlainRing(int capacity) { ring = new Object[capacity]; }
  public boolean offer(Object x) {
    int t = (int) TAIL.getOpaque(this);
    if (t - (int) HEAD.getOpaque(this) == ring.length) return false;
    ring[t % ring.length] = x;
    TAIL.setOpaque(this, t + 1);
    return true;
  }
  public Object poll() {
    int h = (int) HEAD.getOpaque(this);
    if (h == (int) TAIL.getOpaque(this)) return null;
    Object x = ring[h % ring.length];
    HEAD.setOpaque(this, h + 1);
    return x;
  }
}
