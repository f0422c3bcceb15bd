// Loops with labelled break and continue, do-while, comma expressions, nested iteration.
public class Loops {
  public static void main(String[] args) {
    outer:
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        if (j == 3) continue outer;
        if (i == 3) break outer;
        System.out.print(i + "" + j + " ");
      }
    }
    System.out.println();
    int n = 0;
    do {
      n += 3;
      if (n % 2 == 0) continue;
      System.out.print(n + " ");
    } while (n < 20);
    System.out.println();
    block: {
      if (n > 5) break block;
      System.out.println("unreached");
    }
    for (int i = 0, j = 10; i < j; i++, j -= 2) System.out.print(i + ":" + j + " ");
    System.out.println();
    int k = 100;
    loop:
    while (true) {
      switch (k) {
        case 97: break loop;
        case 99: k--; continue loop;
        default: k--;
      }
      System.out.print(k + " ");
    }
    System.out.println();
    int primes = 0;
    search:
    for (int i = 2; primes < 25; i++) {
      for (int d = 2; d * d <= i; d++) if (i % d == 0) continue search;
      primes++;
      System.out.print(i + " ");
    }
    System.out.println();
    long a = 0, b = 1;
    for (int i = 0; i < 90; i++) {
      long c = a + b;
      a = b;
      b = c;
    }
    System.out.println(a);
    int collatz = 27, steps = 0;
    for (; collatz != 1; steps++) collatz = (collatz & 1) == 0 ? collatz / 2 : 3 * collatz + 1;
    System.out.println(steps);
    for (String s : new String[] {"x", "y"}) for (char c : s.toCharArray()) System.out.print(c);
    System.out.println();
  }
}
