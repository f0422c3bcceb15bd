// Fields and array elements of byte, short, char and boolean type keep their width and sign.
public class SmallFieldsAndArrays {
  byte b = -1;
  short s = -1;
  char c = 0xffff;
  boolean z = true;
  static byte sb;
  static short ss;
  static char sc;
  static boolean sz;
  volatile byte vb = 100;

  public static void main(String[] args) {
    SmallFieldsAndArrays o = new SmallFieldsAndArrays();
    System.out.println(o.b + " " + o.s + " " + (int) o.c + " " + o.z + " " + sb + ss + (int) sc + sz);
    for (int i = 0; i < 300; i += 37) {
      o.b = (byte) i;
      o.s = (short) (i * 1000);
      o.c = (char) (i * 1000);
      o.z = (i & 1) == 0;
      sb -= 50;
      ss += 12345;
      sc -= 1;
      sz ^= true;
      o.vb++;
      System.out.println(o.b + " " + o.s + " " + (int) o.c + " " + o.z + " " + sb + " " + ss + " " + (int) sc + " " + sz + " " + o.vb);
    }
    byte[] ba = new byte[3];
    short[] sa = new short[3];
    char[] ca = new char[3];
    boolean[] za = new boolean[3];
    long[] la = new long[3];
    float[] fa = new float[3];
    double[] da = new double[3];
    for (int i = 0; i < 3; i++) {
      ba[i] = (byte) (200 + i);
      sa[i] = (short) (40000 + i);
      ca[i] = (char) (70000 + i);
      za[i] = i == 1;
      la[i] = 1L << (40 + i);
      fa[i] = i / 3f;
      da[i] = i / 3d;
      ba[i]++;
      sa[i] <<= 2;
      ca[i]--;
      za[i] |= i == 2;
    }
    for (int i = 0; i < 3; i++)
      System.out.println(ba[i] + " " + sa[i] + " " + (int) ca[i] + " " + za[i] + " " + la[i] + " " + fa[i] + " " + da[i]);
    boolean[][] grid = new boolean[2][2];
    grid[1][0] = true;
    System.out.println(grid[0][0] + " " + grid[1][0]);
    int i = 0;
    int[] a = {10, 20, 30};
    a[i++] += i;
    a[i] = i = 2;
    System.out.println(a[0] + " " + a[1] + " " + a[2] + " " + i);
  }
}
