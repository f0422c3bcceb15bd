// Elements of an array are variables of their own.
// races: none
public class ElementsApart {
  static final int[] a = new int[4];

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> a[0] = a[1] + 1);
    t.start();
    a[2] = a[1] + 1;
    int[] b = new int[2];
    System.arraycopy(a, 2, b, 0, 2);
    t.join();
  }
}
