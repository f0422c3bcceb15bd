/** hang() never returns, whatever else is called; idle() always does. */
public class Endless {
  public void hang() {
    while (true) {
    }
  }

  public int idle() {
    return 1;
  }
}
