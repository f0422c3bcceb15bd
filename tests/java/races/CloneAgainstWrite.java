// races: elements_of_int[]
public class CloneAgainstWrite {
  static final int[] a = new int[4];

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> a[3] = 1);
    t.start();
    int[] b = a.clone();
    t.join();
  }
}
