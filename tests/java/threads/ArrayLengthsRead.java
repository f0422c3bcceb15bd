// outcomes: 1 | 3
// why: newInstance may read the length before or after it is written
public class ArrayLengthsRead {
  static final int[] lengths = {1, 2};
  static int made;
  public static void main(String[] args) throws Exception {
    Thread writes = new Thread(() -> lengths[0] = 3);
    Thread makes = new Thread(() -> made = ((int[][]) java.lang.reflect.Array.newInstance(int.class, lengths)).length);
    writes.start();
    makes.start();
    writes.join();
    makes.join();
    System.out.println(made);
  }
}
