// verdict: verified
// outcomes: end
// TimeUnit makes another unit of a reading: the loop ends after seven or eight sleeps.
import java.util.concurrent.TimeUnit;

public class UnitsOfTime {

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        long start = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
        while (TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()) < start + 2) Thread.sleep(300);
        System.out.println("end");
        other.join();
    }
}
