/** Specification. */
public class Register {
  private int value;
  public void write(int v) { value = v; }
  public int read() { return value; }
}
