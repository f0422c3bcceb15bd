// Correct: the ring of FourthRoundRing, which keeps to its lock.
public class LockedRing {
  private int item, round;
  public synchronized boolean offer(int value) {
    if (item != 0) return false;
    item = value;
    return true;
  }
  public synchronized int poll() {
    int value = item;
    if (value == 0) return 0;
    item = 0;
    round = (round + 1) % 4;
    return value;
  }
}
