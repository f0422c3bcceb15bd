// Seeded bug: a ring of one element that forgets its lock in each fourth round.
public class FourthRoundRing {
  private volatile int item;  // 0: none
  private volatile int round;
  private synchronized boolean lockedOffer(int value) {
    if (item != 0) return false;
    item = value;
    return true;
  }
  public boolean offer(int value) {
    if (round < 3) return lockedOffer(value);
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
