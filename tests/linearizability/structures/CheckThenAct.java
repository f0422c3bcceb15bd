// Seeded bug: the lock is released between the check and the act.
public class CheckThenAct {
  private boolean taken;
  private synchronized boolean free() { return !taken; }
  private synchronized void set() { taken = true; }
  public boolean take() {
    if (!free()) return false;
    set();
    return true;
  }
}
