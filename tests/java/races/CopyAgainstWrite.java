// races: elements_of_int[]
public class CopyAgainstWrite {
  static final int[] a = new int[4];

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> a[2] = 1);
    t.start();
    int[] b = new int[2];
    System.arraycopy(a, 1, b, 0, 2);
    t.join();
  }
}
