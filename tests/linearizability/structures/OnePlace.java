// Neither: its constructor takes a name, and one of its methods is not for everybody.
public class OnePlace {
  private final String name;
  private int value;
  public OnePlace(String name) { this.name = name; }
  public static OnePlace shut(Class<?> by) { return new OnePlace(by.getName()); }
  public synchronized void put(int x) { value = x; }
  public synchronized void put(int x, String by) { if (by.equals(name)) value = x; }
  public synchronized int get() { return value; }
  void keep(int x) { if (x > value) value = x; }
}
