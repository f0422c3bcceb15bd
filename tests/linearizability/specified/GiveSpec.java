/** Specification of a rendezvous: what one call gives another takes in the same moment. */
public class GiveSpec {
  public Object[] give_take(Object x) { return new Object[] {null, x}; }
}
