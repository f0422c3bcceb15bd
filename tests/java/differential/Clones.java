// clone of arrays and of Cloneable objects; multi-dimensional arrays; covariance.
import java.util.Arrays;

public class Clones implements Cloneable {
  int x = 1;
  int[] data = {1, 2};
  final String name = "orig";

  static class Sub extends Clones {
    double d = 2.5;
  }

  static class Not {
    Object dup() throws CloneNotSupportedException {
      return super.clone();
    }
  }

  @Override protected Clones clone() throws CloneNotSupportedException {
    Clones c = (Clones) super.clone();
    c.data = data.clone();
    return c;
  }

  public static void main(String[] args) throws Exception {
    Sub s = new Sub();
    s.x = 7;
    s.d = 9.5;
    Sub t = (Sub) s.clone();
    t.data[0] = 99;
    System.out.println(t.x + " " + t.d + " " + s.data[0] + " " + t.data[0] + " " + (s.name == t.name) + " " + t.getClass().getName());
    try {
      new Not().dup();
    } catch (CloneNotSupportedException e) {
      System.out.println(e.getMessage());
    }
    int[][] a = {{1, 2}, {3}};
    int[][] b = a.clone();
    b[0][0] = 50;
    b[1] = new int[] {8, 8};
    System.out.println(Arrays.deepToString(a) + Arrays.deepToString(b) + (a.getClass() == b.getClass()));
    String[] strs = {"p", "q"};
    Object[] os = strs.clone();
    System.out.println(os.getClass().getSimpleName() + os.length + (os[0] == strs[0]));
    long[][][] cube = new long[2][3][4];
    cube[1][2][3] = 5;
    long[][][] half = new long[2][][];
    System.out.println(cube[1].length + " " + cube[1][2].length + " " + half[0] + " " + cube.getClass().getName() + " "
        + new Object[1][].getClass().getSimpleName());
    char[][] jag = new char[3][];
    for (int i = 0; i < 3; i++) jag[i] = "abc".substring(0, i + 1).toCharArray();
    for (char[] row : jag) System.out.print(new String(row) + " ");
    System.out.println(new int[0].equals(new int[0]) + " " + new int[0][5].length + " " + new int[][] {}.length);
  }
}
