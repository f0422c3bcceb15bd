import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.*;

// Which boxes that reflection makes are new objects, and which are those of Integer.valueOf and its like.
public class ReflectedBoxes {
    public static int i() { return 5; }
    public static boolean z() { return true; }
    public static char c() { return 'a'; }
    public static long j() { return 7; }
    public static byte b() { return 1; }
    public static short s() { return 3; }
    public static double d() { return 1.0; }
    public static float f() { return 2.0f; }
    public static void v() { }
    public static int field = 5;
    public static boolean flag = true;
    public int own = 6;

    public static void main(String[] args) throws Throwable {
        // JDK 18 and later go through method handles, which take small numbers from the caches.
        boolean cached = Runtime.version().feature() >= 18;
        for (String name : new String[] {"i", "z", "c", "j", "b", "s"}) {
            Method m = ReflectedBoxes.class.getMethod(name);
            Object one = m.invoke(null), two = m.invoke(null);
            System.out.println(name + " " + ((one == two) == cached) + " " + one.equals(two) + " " + one.getClass() + " " + one);
        }
        for (String name : new String[] {"d", "f", "v"}) System.out.println(name + " " + ReflectedBoxes.class.getMethod(name).invoke(null));
        for (String name : new String[] {"field", "flag"}) {
            Field f = ReflectedBoxes.class.getField(name);
            System.out.println(name + " " + (f.get(null) == f.get(null)) + " " + f.get(null));
        }
        Field own = ReflectedBoxes.class.getField("own");
        ReflectedBoxes x = new ReflectedBoxes();
        System.out.println(own.get(x) == own.get(x));
        for (Object array : new Object[] {new int[] {1}, new boolean[] {true}, new char[] {'a'}, new byte[] {2}, new short[] {3}, new long[] {4}, new double[] {5}, new float[] {6}}) {
            System.out.println((Array.get(array, 0) == Array.get(array, 0)) + " " + Array.get(array, 0) + " " + Array.get(array, 0).getClass());
        }
        System.out.println(Array.get(new boolean[] {true}, 0) == Boolean.TRUE);
        Object[] objects = {1};
        System.out.println(Array.get(objects, 0) == Array.get(objects, 0));
        MethodHandle h = MethodHandles.lookup().findStatic(ReflectedBoxes.class, "i", MethodType.methodType(int.class));
        Object p = h.invoke(), q = h.invoke();
        System.out.println(p == q);
    }
}
