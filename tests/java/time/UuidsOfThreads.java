// verdict: verified
// outcomes: NativePRNG 2
// answer: drawn at UuidsOfThreads.lambda$main$0(UuidsOfThreads.java:12), UuidsOfThreads.main(UuidsOfThreads.java:14)
// strategies: dl-s-por s-por
import java.security.SecureRandom;
import java.util.*;

/** Threads that draw from the system's random device share nothing: few schedules, and numbers that differ. */
public class UuidsOfThreads {
    public static void main(String[] args) throws InterruptedException {
        UUID[] drawn = new UUID[2];
        Thread other = new Thread(() -> drawn[1] = UUID.randomUUID());
        other.start();
        drawn[0] = UUID.randomUUID();
        other.join();
        System.out.println(new SecureRandom().getAlgorithm() + " " + new HashSet<>(List.of(drawn)).size());
    }
}
