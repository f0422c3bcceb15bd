// Correct: elements and their number under one lock.
public class CountedSet {
  private final boolean[] present = new boolean[8];
  private int count;
  public synchronized boolean add(int key) {
    if (present[key]) return false;
    present[key] = true;
    count++;
    return true;
  }
  public synchronized boolean contains(int key) { return present[key]; }
  public synchronized int size() { return count; }
}
