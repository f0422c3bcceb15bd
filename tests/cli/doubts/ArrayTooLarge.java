/** No JVM with less than two gigabytes has room for this array: nothing is in doubt. */
public class ArrayTooLarge {
  public static void main(String[] args) {
    try {
      System.out.println(new long[1 << 28].length);
    } catch (OutOfMemoryError e) {
      System.out.println(e.getMessage());
    }
  }
}
