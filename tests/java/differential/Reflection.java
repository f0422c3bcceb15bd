// Reflection: names of classes, lookup of fields and methods, get, set, invoke, constructors, modifiers.
import java.lang.reflect.*;
import java.util.*;

public class Reflection {
  public static class Base {
    protected int inherited = 1;
    public String common() { return "base"; }
  }

  public static class Bean extends Base implements Comparable<Bean> {
    public int num = 5;
    private String text = "t";
    static long stat = 7;
    final double fin = 2.5;
    transient volatile boolean flag;
    public int[] arr = {1};

    public Bean() {}
    private Bean(String text, int num) { this.text = text; this.num = num; }
    public int add(int a, long b) { return (int) (a + b + num); }
    private String secret(String s) { return text + s; }
    static String st(Object... os) { return "st" + os.length; }
    public void fails() throws java.io.IOException { throw new java.io.IOException("from method"); }
    @Override public String common() { return "bean"; }
    @Override public int compareTo(Bean o) { return num - o.num; }
  }

  static abstract class Abs { abstract void m(); }

  static String params(Executable e) {
    StringJoiner j = new StringJoiner(",", "(", ")");
    for (Class<?> c : e.getParameterTypes()) j.add(c.getSimpleName());
    return j.toString();
  }

  public static void main(String[] args) throws Exception {
    Class<?> c = Class.forName("Reflection$Bean");
    System.out.println(c.getName() + " " + c.getSimpleName() + " " + c.getSuperclass().getName() + " " + c.getInterfaces()[0] + " "
        + Modifier.toString(c.getModifiers()) + " " + c.getEnclosingClass() + " " + c.isInterface() + c.isArray() + c.isPrimitive() + " ["
        + c.getPackageName() + "]");
    List<String> fs = new ArrayList<>();
    for (Field f : c.getDeclaredFields()) fs.add(Modifier.toString(f.getModifiers()) + " " + f.getType().getSimpleName() + " " + f.getName());
    Collections.sort(fs);
    System.out.println(fs);
    List<String> ms = new ArrayList<>();
    for (Method m : c.getDeclaredMethods()) ms.add(Modifier.toString(m.getModifiers() & ~Modifier.VOLATILE) + " " + m.getReturnType().getSimpleName() + " " + m.getName() + params(m) + (m.isBridge() ? "bridge" : "") + m.isVarArgs());
    Collections.sort(ms);
    for (String m : ms) System.out.println(m);
    Constructor<?> k = c.getDeclaredConstructor(String.class, int.class);
    k.setAccessible(true);
    Object o = k.newInstance("made", 40);
    System.out.println(c.getMethod("add", int.class, long.class).invoke(o, 1, 2L) + " " + c.getMethod("common").invoke(o) + " "
        + Base.class.getMethod("common").invoke(o));
    Method s = c.getDeclaredMethod("secret", String.class);
    s.setAccessible(true);
    System.out.println(s.invoke(o, "!") + " " + c.getDeclaredMethod("st", Object[].class).invoke(null, (Object) new Object[] {1, 2}));
    Field n = c.getField("num");
    n.set(o, 8);
    n.setInt(o, n.getInt(o) + 1);
    Field t = c.getDeclaredField("text");
    t.setAccessible(true);
    t.set(o, "changed");
    Field st = c.getDeclaredField("stat");
    st.setLong(null, 70);
    System.out.println(n.get(o) + " " + t.get(o) + " " + st.get(null) + Bean.stat + " " + c.getDeclaredField("flag").getBoolean(o) + " "
        + c.getDeclaredField("fin").getDouble(o) + " " + n.getLong(o) + " " + n.getDeclaringClass().getSimpleName());
    try {
      c.getMethod("fails").invoke(o);
    } catch (InvocationTargetException e) {
      System.out.println(e.getCause() + " " + e.getMessage());
    }
    try {
      c.getMethod("nothing");
    } catch (NoSuchMethodException e) {
      System.out.println(e.getMessage());
    }
    try {
      c.getDeclaredField("nothing");
    } catch (NoSuchFieldException e) {
      System.out.println(e.getMessage());
    }
    try {
      c.getMethod("add", int.class, long.class).invoke(o, "x", 2L);
    } catch (IllegalArgumentException e) {
      System.out.println("wrong argument");
    }
    try {
      c.getMethod("add", int.class, long.class).invoke(o, 1);
    } catch (IllegalArgumentException e) {
      System.out.println("wrong number");
    }
    try {
      c.getMethod("common").invoke(null);
    } catch (NullPointerException e) {
      System.out.println("null receiver");
    }
    try {
      n.set(o, "text");
    } catch (IllegalArgumentException e) {
      System.out.println("wrong type");
    }
    try {
      Abs.class.getDeclaredConstructor().newInstance();
    } catch (InstantiationException e) {
      System.out.println("abstract");
    }
    Object fresh = c.getDeclaredConstructor().newInstance();
    System.out.println(((Bean) fresh).compareTo((Bean) o) + " " + c.isInstance(fresh) + " " + Base.class.isAssignableFrom(c));
    Class<?>[] kinds = {int.class, void.class, int[].class, String[][].class, Integer.class, Map.Entry.class, Runnable.class, boolean.class};
    for (Class<?> x : kinds)
      System.out.print(x.getName() + "|" + x.getSimpleName() + "|" + x.getTypeName() + "|" + x.getComponentType() + "|" + x + "; ");
    System.out.println();
  }
}
