/** Takes objects and constants; paint() is two steps. */
public class Locker {
  public static class Item {
    private final int number;
    public Item(int number) { this.number = number; }
    @Override public String toString() { return "Item" + number; }
  }
  public enum Color { RED, GREEN }
  public interface Shape {}

  private Item item;
  private volatile Color color = Color.RED;
  public synchronized Item swap(Item other) {
    Item before = item;
    item = other;
    return before;
  }
  public Color paint(Color c) {
    Color before = color;
    color = c;
    return before;
  }
  public void shape(Shape s) {}
}
