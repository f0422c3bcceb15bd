public class Big {
  static volatile int a, b, c, d;

  public static void main(String[] args) {
    Runnable r = () -> {
      for (int i = 0; i < 1_000_000; i++) { a = a + 1; b = b + a; c = c * 31 + b; d = d ^ c; }
    };
    for (int i = 0; i < 4; i++) new Thread(r).start();
  }
}
