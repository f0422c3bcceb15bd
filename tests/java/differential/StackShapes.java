// Expressions whose values are used while they are stored: every form of dup, on fields, statics and elements of one and two words.
public class StackShapes {
  int i;
  long l;
  double d;
  byte b;
  String s = "s";
  static int si;
  static long sl;
  static double[] da = {1, 2, 3};
  static long[] la = {10, 20, 30};
  static int[] ia = {5, 6, 7};
  static String[] sa = {"x", "y"};
  static char[] ca = {'a'};

  static StackShapes made;

  static StackShapes self(StackShapes o) {
    System.out.print("[self]");
    return o;
  }

  static int at(int i) {
    System.out.print("[at " + i + "]");
    return i;
  }

  public static void main(String[] args) {
    StackShapes o = new StackShapes();
    System.out.println(self(o).i++ + ++self(o).i + (self(o).i += 5) + (o.i = o.i * 2) + o.i--);
    System.out.println(self(o).l++ + ++self(o).l + (self(o).l += 5) + (o.l = o.l * 2) + o.l--);
    System.out.println(self(o).d++ + ++self(o).d + (self(o).d += 0.5) + (o.d = o.d * 2) + o.d--);
    System.out.println(o.b++ + ++o.b + (o.b += 126) + (o.b = 7) + o.b--);
    System.out.println((self(o).s += "t") + (o.s += o.s + 1) + o.s);
    System.out.println(si++ + ++si + (si += 5) + (si = 9) + si--);
    System.out.println(sl++ + ++sl + (sl <<= 33) + (sl = 9) + sl--);
    System.out.println(ia[at(1)]++ + ++ia[at(1)] + (ia[at(2)] += 3) + (ia[0] = ia[1] = 50) + ia[0]--);
    System.out.println(la[at(1)]++ + ++la[at(1)] + (la[at(2)] *= 3) + (la[0] = la[1] = 50L) + la[0]--);
    System.out.println(da[at(1)]++ + ++da[at(1)] + (da[at(2)] /= 4) + (da[0] = da[1] = 0.25) + da[0]--);
    System.out.println((sa[at(0)] += "z") + (sa[1] = sa[0]) + ca[0]++ + ++ca[0] + (ca[0] += 1));
    long a, b, c;
    a = b = c = 1L << 35;
    System.out.println(a + b + c);
    o.l = sl = la[2] = 77;
    System.out.println(o.l + sl + la[2]);
    int x = 5;
    x = x++ + x-- - --x + ++x;
    System.out.println(x);
    long y = 5;
    y = y++ + y-- - --y + ++y;
    System.out.println(y);
    (made = new StackShapes()).i = (made = self(made)).i + 3;
    System.out.println(made.i);
    Integer boxed = 127;
    Integer old = boxed++;
    System.out.println(old + " " + boxed + " " + (boxed += 1) + " " + -boxed + " " + ~boxed);
    Long[] bl = {1L};
    bl[at(0)]++;
    System.out.println(bl[0]++ + ++bl[0]);
    new StackShapes();
    at(3);
    new int[] {at(1), at(2)}[at(1)]++;
    System.out.println(new int[][] {{1, 2}, {3}}[0][1] + new StackShapes().s.length());
    System.out.println(Math.max(x > 3 ? at(4) : at(5), x < 3 ? at(6) : x == 4 ? at(7) : at(8)));
  }
}
