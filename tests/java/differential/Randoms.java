// Seeded generators of random numbers; shuffles.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

public class Randoms {
  public static void main(String[] args) {
    Random r = new Random(42);
    for (int i = 0; i < 5; i++)
      System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextInt(1 << 20) + " " + r.nextLong() + " " + r.nextBoolean()
          + " " + r.nextDouble() + " " + r.nextFloat());
    System.out.println(new Random(7).ints(5, 0, 10).boxed().toList() + " " + new Random(7).doubles(2).boxed().toList());
    byte[] bytes = new byte[7];
    r.nextBytes(bytes);
    System.out.println(java.util.Arrays.toString(bytes));
    r.setSeed(1);
    System.out.println(r.nextInt());
    List<Integer> l = new ArrayList<>();
    for (int i = 0; i < 12; i++) l.add(i);
    Collections.shuffle(l, new Random(3));
    System.out.println(l);
    SplittableRandom s = new SplittableRandom(99);
    SplittableRandom t = s.split();
    System.out.println(s.nextInt() + " " + t.nextInt(50) + " " + s.nextLong() + " " + t.nextBoolean() + " " + s.nextInt(5, 9));
    try {
      r.nextInt(0);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    double in = 0;
    Random m = new Random(12345);
    for (int i = 0; i < 3000; i++) {
      double x = m.nextDouble(), y = m.nextDouble();
      if (x * x + y * y < 1) in++;
    }
    System.out.println(4 * in / 3000);
  }
}
