// Seeded bug: adds up an array without a lock.
public class UnlockedBatchCounter {
  private long sum;
  public long addAll(int[] numbers) { for (int n : numbers) sum += n; return sum; }
  public synchronized long addLongs(long[] numbers) { for (long n : numbers) sum += n; return sum; }
}
