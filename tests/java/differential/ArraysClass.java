// The static methods of Arrays, with sorts of arrays large enough for every branch of the algorithm.
import java.util.*;

public class ArraysClass {
  static long hash(int[] a) {
    long h = 1;
    for (int x : a) h = h * 31 + x;
    return h;
  }

  public static void main(String[] args) {
    int[][] inputs = new int[6][];
    for (int k = 0; k < inputs.length; k++) {
      int[] a = new int[k == 0 ? 20 : k * 350];
      int x = 12345 + k;
      for (int i = 0; i < a.length; i++) {
        x = x * 1103515245 + 12345;
        a[i] = switch (k) { case 1 -> x >>> 8; case 2 -> i; case 3 -> -i; case 4 -> (x >>> 16) % 10; default -> i % 50 * (x >>> 30); };
      }
      inputs[k] = a;
    }
    for (int[] a : inputs) {
      Arrays.sort(a);
      boolean ok = true;
      for (int i = 1; i < a.length; i++) ok &= a[i - 1] <= a[i];
      System.out.println(a.length + " " + ok + " " + hash(a) + " " + Arrays.binarySearch(a, a[a.length / 2]) / 1000);
    }
    double[] d = {3, Double.NaN, -0.0, 0.0, -5, Double.NEGATIVE_INFINITY, 1e300};
    Arrays.sort(d);
    long[] l = {5, Long.MIN_VALUE, 0, Long.MAX_VALUE};
    Arrays.sort(l);
    char[] c = "sorting".toCharArray();
    Arrays.sort(c, 1, 5);
    byte[] b = new byte[100];
    for (int i = 0; i < b.length; i++) b[i] = (byte) (i * 77);
    Arrays.sort(b);
    System.out.println(Arrays.toString(d) + Arrays.toString(l) + new String(c) + Arrays.hashCode(b));
    String[] s = new String[60];
    for (int i = 0; i < s.length; i++) s[i] = "s" + i * 7 % 60;
    Arrays.sort(s);
    System.out.println(String.join(",", s));
    Arrays.sort(s, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
    System.out.println(String.join(",", s));
    int[] a = {1, 2, 3, 4, 5};
    System.out.println(Arrays.toString(Arrays.copyOf(a, 7)) + Arrays.toString(Arrays.copyOfRange(a, 1, 3))
        + Arrays.equals(a, a.clone()) + Arrays.mismatch(a, new int[] {1, 2, 9}) + Arrays.compare(a, new int[] {1, 3}) + Arrays.hashCode(a));
    Object[] deep = {1, new int[] {2, 3}, new String[][] {{"x"}, null}, null, new double[] {1.5}, new boolean[0]};
    System.out.println(Arrays.deepToString(deep) + Arrays.deepHashCode(new Object[] {1, new int[] {2}})
        + Arrays.deepEquals(new int[][] {{1}}, new int[][] {{1}}) + Arrays.equals(new int[][] {{1}}, new int[][] {{1}}));
    Arrays.fill(a, 1, 3, 9);
    Arrays.setAll(a, i -> a[i] + i);
    Arrays.parallelPrefix(a, Integer::sum);
    System.out.println(Arrays.toString(a) + Arrays.stream(a, 1, 4).sum() + Arrays.asList(1, 2) + Arrays.toString((int[]) null));
    Object[] self = new Object[1];
    self[0] = self;
    System.out.println(Arrays.deepToString(self));
    byte[] u = "same prefix one".getBytes(), v = "same prefix two".getBytes();
    System.out.println(Arrays.mismatch(u, v) + " " + Arrays.compare(u, v) + " " + Arrays.equals(u, 0, 12, v, 0, 12) + " "
        + Arrays.compareUnsigned(new byte[] {-1}, new byte[] {1}) + " " + Arrays.equals(new double[] {0.0 / 0}, new double[] {0.0 / 0}));
    try {
      Arrays.copyOfRange(a, 4, 2);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      Arrays.sort(new Object[] {1, "a"});
    } catch (ClassCastException e) {
      System.out.println("not comparable");
    }
    Integer[] boxed = new Integer[200];
    for (int i = 0; i < 200; i++) boxed[i] = i * 73 % 200 / 4;
    Arrays.sort(boxed, Collections.reverseOrder());
    System.out.println(Arrays.asList(boxed).subList(0, 12) + " " + Arrays.hashCode(boxed));
  }
}
