// ClassCastException and instanceof over classes, interfaces and arrays.
public class ClassCasts {
  interface A {}
  interface B extends A {}
  static class C implements B {}
  static final class D extends C {}

  interface Act { Object run(); }

  static void attempt(Act a) {
    try {
      System.out.println("ok " + a.run().getClass().getName());
    } catch (ClassCastException e) {
      System.out.println(e.getMessage());
    } catch (NullPointerException e) {
      System.out.println("null passes");
    }
  }

  public static void main(String[] args) {
    Object d = new D(), c = new C(), s = "s", ia = new int[0], sa = new String[0][0], n = null;
    attempt(() -> (A) d);
    attempt(() -> (D) c);
    attempt(() -> (Integer) s);
    attempt(() -> (A) s);
    attempt(() -> (Object[]) ia);
    attempt(() -> (int[]) ia);
    attempt(() -> (Object[]) sa);
    attempt(() -> (CharSequence[][]) sa);
    attempt(() -> (Comparable[]) sa);
    attempt(() -> (Integer[]) sa);
    attempt(() -> (Cloneable) sa);
    attempt(() -> (java.io.Serializable[]) sa);
    attempt(() -> (long[]) ia);
    attempt(() -> (D) n);
    attempt(() -> (Runnable) d);
    attempt(() -> D.class.cast(c));
    attempt(() -> Integer.class.cast(s));
    Object[] all = {d, c, s, ia, sa, n, new Integer[0], new Object[0][]};
    for (Object o : all)
      System.out.println((o instanceof A) + " " + (o instanceof B) + " " + (o instanceof D) + " " + (o instanceof Object) + " "
          + (o instanceof Object[]) + " " + (o instanceof int[]) + " " + (o instanceof Cloneable) + " "
          + (o instanceof java.io.Serializable) + " " + (o instanceof Number[]) + " " + (o instanceof Object[][]));
    System.out.println(A.class.isAssignableFrom(D.class) + " " + D.class.isAssignableFrom(A.class) + " "
        + Object[].class.isAssignableFrom(int[][].class) + " " + Object[].class.isInstance(sa) + " " + int.class.isInstance(3));
    @SuppressWarnings("unchecked")
    java.util.List<String> polluted = (java.util.List<String>) (java.util.List<?>) new java.util.ArrayList<>(java.util.List.of(1));
    attempt(() -> polluted.get(0).length());
  }
}
