/** Waits for what no thread is there to set. */
public class Unset {
  static volatile boolean go;
  static final int fixed = Integer.getInteger("fixed", 1);
  Unset next;

  public static void main(String[] args) {
    Unset first = new Unset();
    while (!go && first.next == null) {
      if (fixed == 2) go = true;
    }
  }
}
