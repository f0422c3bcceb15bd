// verdict: verified
// outcomes: end
// A date and time of day made of a reading moves with the clock: the loop ends after three sleeps.
import java.time.LocalDateTime;

public class LocalTimes {

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        LocalDateTime end = LocalDateTime.now().plusNanos(30_000_000);
        while (LocalDateTime.now().isBefore(end)) Thread.sleep(10);
        System.out.println("end");
        other.join();
    }
}
