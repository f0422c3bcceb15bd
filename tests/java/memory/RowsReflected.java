// Arrays of three dimensions made by reflection are no different: the middle ones, too, may lack what they consist of.
// races sc: racy
// outcomes sc: none | 0
// outcomes jmm: none | 0 | nothing | no row
public class RowsReflected {
  static int[][][] shared;
  static String seen = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> shared = (int[][][]) java.lang.reflect.Array.newInstance(int.class, 1, 1, 1));
    Thread reader = new Thread(() -> {
      int[][][] found = shared;
      if (found == null) return;
      int[][] middle = found[0];
      int[] row = middle == null ? null : middle[0];
      seen = middle == null ? "nothing" : row == null ? "no row" : "" + row[0];
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
