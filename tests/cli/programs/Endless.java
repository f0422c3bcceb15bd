public class Endless {
  public static void main(String[] args) {
    for (long i = 0, x = 1; ; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
      if (i < 0) System.out.println(x);
    }
  }
}
