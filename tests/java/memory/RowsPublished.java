// The rows of an array of arrays are put there one by one (JLS 15.10.2): who gets the array by a race may see that a row
// is missing.
// races sc: racy
// outcomes sc: none | 0
// outcomes jmm: none | 0 | no row
public class RowsPublished {
  static int[][] shared;
  static String seen = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> shared = new int[1][1]);
    Thread reader = new Thread(() -> {
      int[][] found = shared;
      if (found == null) return;
      int[] row = found[0];
      seen = row == null ? "no row" : "" + row[0];
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
