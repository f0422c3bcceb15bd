/** Two that take what is put, and neither ever does. */
public class Duo {
  private boolean never;

  public synchronized String put() {
    return "t";
  }

  public String takeA() {
    return take();
  }

  public String takeB() {
    return take();
  }

  private synchronized String take() {
    while (!never) {
      try {
        wait();
      } catch (InterruptedException e) {
        // nobody does
      }
    }
    return "taken";
  }
}
