// Found by a search of its own, of volatile reads that miss the newest value (--volatile-reads=any): who sees flag = 1
// by a race may still read 0 from a volatile field that was written before.
public class VolatileMissed {
  static int flag, seen;
  static volatile int value;

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> { value = 1; flag = 1; });
    Thread reader = new Thread(() -> { if (flag == 1) seen = value; else seen = 1; });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    if (seen == 0) throw new AssertionError("flag seen, value not");
  }
}
