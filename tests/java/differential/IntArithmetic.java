// int arithmetic at its edges: overflow, division and remainder of every sign, MIN_VALUE / -1.
public class IntArithmetic {
  static final int[] V = {0, 1, -1, 2, -2, 7, -7, 46341, 65536, Integer.MAX_VALUE, Integer.MAX_VALUE - 1,
    Integer.MIN_VALUE, Integer.MIN_VALUE + 1};

  public static void main(String[] args) {
    for (int a : V) {
      System.out.println(a + ": neg " + -a + " not " + ~a + " inc " + (a + 1) + " dec " + (a - 1));
      for (int b : V) {
        StringBuilder s = new StringBuilder();
        s.append(a + b).append(' ').append(a - b).append(' ').append(a * b).append(' ');
        if (b != 0) s.append(a / b).append(' ').append(a % b).append(' ');
        s.append(a & b).append(' ').append(a | b).append(' ').append(a ^ b);
        System.out.println(a + "," + b + " -> " + s);
      }
    }
    int i = Integer.MAX_VALUE;
    i++;
    System.out.println(i);
    i -= 1;
    System.out.println(i);
    i += 1000000;
    System.out.println(i);
    try {
      System.out.println(1 / (i - i));
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      System.out.println(1 % (i - i));
    } catch (ArithmeticException e) {
      System.out.println(e);
    }
  }
}
