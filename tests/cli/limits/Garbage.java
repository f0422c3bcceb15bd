public class Garbage {
  static int[] keep;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { for (int i = 0; i < 100000; i++) { int[] x = new int[10000]; x[i % 10000] = i; if (i % 1000 == 0) keep = x; } });
    t.start(); t.join();
    System.out.println(keep.length);
  }
}
