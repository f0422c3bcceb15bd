/** A slot for one of two things that look the same; each of the two that take waits for one of them. */
public class DuoSpec {
  private static class Thing {
    final int number;

    Thing(int number) {
      this.number = number;
    }

    @Override
    public String toString() {
      return "t";
    }
  }

  private int slot;

  public Object[] putResults() {
    return new Object[] {new Thing(1), new Thing(2)};
  }

  public void putReturns(Object thing) {
    slot = ((Thing) thing).number;
  }

  public Object[] takeAResults() {
    return taken(1);
  }

  public void takeAReturns(Object result) {
    slot = 0;
  }

  public Object[] takeBResults() {
    return taken(2);
  }

  public void takeBReturns(Object result) {
    slot = 0;
  }

  private Object[] taken(int number) {
    return slot == number ? new Object[] {"taken"} : new Object[] {};
  }
}
