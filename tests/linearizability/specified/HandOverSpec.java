/** Specification of a queue without places: what one call gives another takes in the same moment. */
public class HandOverSpec {
  public Object[] put_take(Object x) { return new Object[] {null, x}; }
  public Object[] put_poll(Object x) { return new Object[] {null, x}; }
  public Object[] offer_take(Object x) { return new Object[] {true, x}; }
  public Object[] offer_poll(Object x) { return new Object[] {true, x}; }
  public boolean offer(Object x) { return false; }
  public Object poll() { return null; }
}
