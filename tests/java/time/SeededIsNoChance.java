// verdict: verified
// options: --random=all
// outcomes: -720715128 true
import java.security.SecureRandom;
import java.util.Arrays;

/** A SHA1PRNG with a seed gives the sequence of that seed (as under HotSpot): it may be drawn from where all chance is to be explored. */
public class SeededIsNoChance {
    static SecureRandom seeded(long seed) throws Exception {
        SecureRandom r = SecureRandom.getInstance("SHA1PRNG");
        r.setSeed(seed);
        return r;
    }

    public static void main(String[] args) throws Exception {
        byte[] a = new byte[100], b = new byte[100];
        seeded(7).nextBytes(a);
        seeded(7).nextBytes(b);
        System.out.println(seeded(42).nextInt() + " " + Arrays.equals(a, b));
    }
}
