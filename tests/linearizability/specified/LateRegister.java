/** A write is seen from the second read on. */
public class LateRegister {
  private int value, next;
  public synchronized void write(int v) { next = v; }
  public synchronized int read() {
    int v = value;
    value = next;
    return v;
  }
}
