// verdict: verified
// options: --random=all:4
// outcomes: 0 false | 0 true | 1 false | 1 true | 2 false | 2 true
// Every pair of what two generators without a seed draw; one with a seed gives what a JVM gives (0 out of 10 first, with the seed 42).
import java.util.Random;

public class AllNumbers {
    static volatile int drawn;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> drawn = new Random().nextInt(3));
        t.start();
        boolean b = new java.util.SplittableRandom().nextBoolean();
        t.join();
        Random seeded = new Random(42);
        assert seeded.nextInt(10) == 0 && seeded.nextInt(10) == 3;
        System.out.println(drawn + " " + b);
    }
}
