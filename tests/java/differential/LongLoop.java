// A computation of a few hundred thousand steps without allocation: sieve, matrix product, checksum.
public class LongLoop {
  public static void main(String[] args) {
    boolean[] composite = new boolean[20000];
    int count = 0;
    for (int i = 2; i < composite.length; i++) {
      if (composite[i]) continue;
      count++;
      for (int j = 2 * i; j < composite.length; j += i) composite[j] = true;
    }
    System.out.println(count);
    int n = 24;
    double[][] a = new double[n][n], b = new double[n][n], c = new double[n][n];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        a[i][j] = i * 0.5 - j;
        b[i][j] = (i ^ j) / 4.0;
      }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double s = 0;
        for (int k = 0; k < n; k++) s += a[i][k] * b[k][j];
        c[i][j] = s;
      }
    double trace = 0;
    for (int i = 0; i < n; i++) trace += c[i][i];
    System.out.println(trace + " " + c[3][17]);
    int h = 17;
    for (int i = 0; i < 200000; i++) h = h * 31 + (i ^ h >>> 5);
    System.out.println(h);
  }
}
