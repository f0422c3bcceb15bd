/** Pseudo-random numbers by three shifts, in both orders, of ints and longs, on locals, fields and elements, in loops: each is a result. */
public class XorshiftLoops {
  static int shared = 12345;
  long mine = 987654321L;

  static int local(int x, int rounds) {
    for (int i = 0; i < rounds; i++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
    }
    return x;
  }

  static long wide(long x, int rounds) {
    while (rounds-- > 0) {
      x ^= x >>> 12;
      x ^= x << 25;
      x = x >>> 27 ^ x;
    }
    return x;
  }

  static int field(int rounds) {
    do {
      shared ^= shared << 1;
      shared ^= shared >>> 3;
      shared ^= shared << 10;
    } while (--rounds > 0);
    return shared;
  }

  long member(int rounds) {
    for (; rounds > 0; rounds--) {
      mine ^= mine << 21;
      mine ^= mine >>> 35;
      mine ^= mine << 4;
    }
    return mine;
  }

  static int inOneExpression(int x, int rounds) {
    for (int i = 0; i < rounds; i++) {
      int y = x ^ x << 6;
      int z = y >>> 21 ^ y;
      x = z ^ (z << 7);
    }
    return x;
  }

  static int notQuite(int x, int rounds) {
    for (int i = 0; i < rounds; i++) {
      x ^= x << 13;
      x += i;
      x ^= x >>> 17;
      x ^= x << 5;
    }
    return x;
  }

  public static void main(String[] args) {
    int[] cells = {1, 7};
    for (int rounds = 1; rounds < 5; rounds++) {
      System.out.println(local(42, rounds) + " " + wide(42L, rounds) + " " + field(rounds) + " " + new XorshiftLoops().member(rounds));
      System.out.println(inOneExpression(17, rounds) + " " + notQuite(17, rounds));
      cells[1] ^= cells[1] << 13;
      cells[1] ^= cells[1] >>> 17;
      cells[1] ^= cells[1] << 5;
      System.out.println(cells[1] + " " + new java.util.Random(5).nextInt() + " " + new java.util.SplittableRandom(5).nextLong());
    }
  }
}
