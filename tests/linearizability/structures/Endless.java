// Neither: one of its calls never returns, whatever else is called; the other one always does.
public class Endless {
  public void hang() {
    while (true) {
    }
  }

  public int idle() {
    return 1;
  }
}
