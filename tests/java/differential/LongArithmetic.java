// long arithmetic at its edges.
public class LongArithmetic {
  static final long[] V = {0, 1, -1, 3, -3, 4294967296L, -4294967297L, 3037000500L, Long.MAX_VALUE, Long.MIN_VALUE,
    Long.MIN_VALUE + 1, Integer.MIN_VALUE, Integer.MAX_VALUE};

  public static void main(String[] args) {
    for (long a : V) {
      System.out.println(a + ": " + -a + " " + ~a + " " + (int) a + " " + (short) a + " " + (byte) a);
      for (long b : V) {
        System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b));
        if (b != 0) System.out.print(" " + (a / b) + " " + (a % b));
        System.out.println(" " + (a < b) + (a <= b) + (a == b) + (a != b) + (a >= b) + (a > b));
      }
    }
    try {
      long z = V[0];
      System.out.println(5L / z);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      long z = V[0];
      System.out.println(5L % z);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    long x = 1;
    for (int i = 0; i < 70; i++) x = x * 3 + i;
    System.out.println(x);
    x += 0.5; // compound assignment with a narrowing cast
    System.out.println(x);
    x >>>= 1;
    System.out.println(x);
  }
}
