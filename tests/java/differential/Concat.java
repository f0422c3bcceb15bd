// String concatenation of every type, with null, compound assignment, constants and many operands.
public class Concat {
  static String s;
  static Object o;
  static int[] ints = {1};

  static String name(Object x) {
    return "" + x;
  }

  static class Loud {
    final String n;

    Loud(String n) {
      this.n = n;
    }

    @Override public String toString() {
      System.out.print("[" + n + "]");
      return n;
    }
  }

  static class NullText {
    @Override public String toString() {
      return null;
    }
  }

  public static void main(String[] args) {
    byte b = -1;
    short sh = 300;
    char c = 'x';
    int i = 5;
    long l = 1L << 50;
    float f = 1.25f;
    double d = -0.0;
    boolean z = true;
    System.out.println("" + b + sh + c + i + l + f + d + z + s + o + null);
    System.out.println(b + sh + c + i + "mid" + l + f + d);
    System.out.println(c + "" + c + (char) (c + 1) + (c + 1));
    System.out.println(1 + 2 + "3" + 4 + 5);
    System.out.println('a' + 'b' + "c" + 'd' + 'e');
    String t = "t";
    t += 1;
    t += 'c';
    t += 2.5;
    t += null;
    t += s;
    t += true;
    t += new char[0].length;
    System.out.println(t);
    s += "x";
    System.out.println(s);
    System.out.println("a" + new Loud("1") + new Loud("2") + "z");
    System.out.println(name(null) + name(new NullText()) + name('c') + name(new StringBuilder("sb")));
    System.out.println("\u0001\u0002 tags " + i + "\u0001" + l + "\u0002");
    String[] arr = {"p", "q"};
    int k = 0;
    arr[k++] += k + "r";
    System.out.println(arr[0] + arr[1] + k);
    System.out.println(i + ";" + i + ";" + i + ";" + i + ";" + i + ";" + i + ";" + i + ";" + i + ";" + i + ";" + i + ";" + l
        + ";" + l + ";" + l + ";" + d + ";" + d + ";" + f + ";" + c + ";" + z + ";" + b + ";" + sh + ";" + t + ";" + o);
    StringBuilder many = new StringBuilder();
    for (int n = 0; n < 20; n++) many.append(n + "," + (n * n) + (n % 3 == 0 ? "!" : '?'));
    System.out.println(many);
    System.out.println("\u00e9" + "\u4e2d" + 'a' + "\ud83d\ude00" + 1);
    char[] chars = {'h', 'i'};
    System.out.println(String.valueOf(chars) + chars.length);
    Integer nul = null;
    Character cc = 'C';
    System.out.println(nul + "" + cc + Long.valueOf(7) + Float.NaN + Double.NEGATIVE_INFINITY + Integer.MIN_VALUE + Long.MIN_VALUE);
    final String e = "";
    System.out.println((e + i) + (e + z).length());
    System.out.println(("con" + "st") == "const");
    System.out.println((i + "") == (i + ""));
  }
}
