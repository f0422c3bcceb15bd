// Correct: adds up arrays under a lock.
public class BatchCounter {
  private long sum;
  public synchronized long addAll(int[] numbers) { for (int n : numbers) sum += n; return sum; }
  public synchronized long addLongs(long[] numbers) { for (long n : numbers) sum += n; return sum; }
  public synchronized long addBoxes(Integer[] numbers) { for (int n : numbers) sum += n; return sum; }
}
