// The clocks never run backwards; what they show is not printed.
import java.util.concurrent.TimeUnit;

public class Clocks {
  public static void main(String[] args) throws InterruptedException {
    long a = System.nanoTime(), m = System.currentTimeMillis();
    Thread.sleep(2);
    long b = System.nanoTime(), n = System.currentTimeMillis();
    System.out.println((b >= a) + " " + (n >= m));
    TimeUnit.MICROSECONDS.sleep(5);
    System.out.println(TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.NANOSECONDS.toMillis(12345678) + " " + TimeUnit.DAYS.convert(50, TimeUnit.HOURS) + " "
        + TimeUnit.SECONDS.toNanos(Long.MAX_VALUE) + " " + TimeUnit.valueOf("DAYS"));
    System.out.println((Runtime.getRuntime().availableProcessors() > 0) + " " + (Runtime.getRuntime().maxMemory() > 0));
    System.gc();
    System.out.println(System.getenv("NO_SUCH_VARIABLE_HERE") + " " + (System.getProperty("java.version") != null) + " " + System.getProperty("java.vendor", "").getClass().getSimpleName());
  }
}
