import java.security.SecureRandom;
import java.util.UUID;

/** Random data that is seeded by the system: nothing of it can be predicted but its form. */
public class SecureRandoms {
  public static void main(String[] args) throws Exception {
    UUID a = UUID.randomUUID(), b = UUID.randomUUID();
    System.out.println(a.version() + " " + a.variant() + " " + a.equals(b) + " " + UUID.fromString(a.toString()).equals(a));
    SecureRandom r = new SecureRandom();
    int n = r.nextInt(10);
    System.out.println((n >= 0 && n < 10) + " " + r.generateSeed(5).length + " " + (r.nextLong() == new SecureRandom().nextLong()) + " " + (r.nextLong() == r.nextLong()));
    byte[] bytes = new byte[64];
    r.nextBytes(bytes);
    int sum = 0;
    for (byte x : bytes) sum |= x;
    System.out.println(sum != 0);
    SecureRandom.getInstance("SHA1PRNG").nextInt();
  }
}
