package shapes;

/** Nothing but its methods is public; they take each other's updates away. */
class HiddenCell {
  private int n;

  HiddenCell() {}

  public int inc() {
    return ++n;
  }

  public int get() {
    return n;
  }

  static class Part {
    private int n;

    public synchronized int inc() {
      return ++n;
    }
  }
}
