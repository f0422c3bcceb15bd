/** Specification of an exchanger: two calls meet and have each other's value; one alone waits. */
public class SwapSpec {
  public Object[] exchange_exchange(Object x, Object y) { return new Object[] {y, x}; }
}
