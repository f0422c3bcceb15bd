// Boxing caches, unboxing null, equality of boxes, mixed arithmetic, widening.
import java.util.ArrayList;
import java.util.List;

public class Boxing {
  static String kind(Object o) {
    return o.getClass().getSimpleName() + "=" + o;
  }

  public static void main(String[] args) {
    Integer a = 127, b = 127, c = 128, d = 128;
    System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c <= d && c >= d));
    Long l = 127L;
    System.out.println(l.equals(127) + " " + l.equals(127L) + " " + (l == 127));
    System.out.println(Integer.valueOf(-128) == Integer.valueOf(-128));
    System.out.println(Character.valueOf('a') == Character.valueOf('a'));
    System.out.println(Boolean.valueOf(true) == Boolean.TRUE);
    System.out.println(Byte.valueOf((byte) 5) == Byte.valueOf((byte) 5));
    System.out.println(kind(1) + kind(1L) + kind('c') + kind(1f) + kind(1.0) + kind(true) + kind((byte) 1) + kind((short) 1));
    List<Integer> list = new ArrayList<>(List.of(5, 6, 7));
    list.remove(1);
    list.remove(Integer.valueOf(7));
    System.out.println(list);
    Integer n = null;
    try {
      int i = n;
      System.out.println(i);
    } catch (NullPointerException e) {
      System.out.println("unboxing null");
    }
    Integer count = 0;
    for (int i = 0; i < 200; i++) count++;
    System.out.println(count);
    Object o = true ? 1 : "s";
    System.out.println(kind(o));
    Object p = true ? 1 : 2.0;
    System.out.println(kind(p));
    Object q = true ? Integer.valueOf(1) : Double.valueOf(2);
    System.out.println(kind(q));
    System.out.println(kind((byte) 1 + (short) 2) + kind('a' + 1) + kind(1 + 1L) + kind(1L + 1f) + kind(1f + 1d));
    System.out.println(a.compareTo(c) + " " + a.hashCode() + " " + l.hashCode() + " " + Character.valueOf('a').hashCode()
        + " " + Boolean.TRUE.hashCode() + " " + Boolean.FALSE.hashCode() + " " + Double.valueOf(1.5).hashCode());
    Number num = c;
    System.out.println(num.byteValue() + " " + num.doubleValue() + " " + num.longValue() + " " + num.shortValue());
  }
}
