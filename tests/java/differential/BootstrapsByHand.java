import java.lang.invoke.*;
import java.lang.runtime.ObjectMethods;
import java.util.Arrays;

/** Programs may call the bootstrap methods of records themselves. */
public class BootstrapsByHand {
    record Point(int x, String name, double[] data) { }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle x = lookup.findGetter(Point.class, "x", int.class), name = lookup.findGetter(Point.class, "name", String.class),
            data = lookup.findGetter(Point.class, "data", double[].class);
        double[] values = {1, 2};
        Point p = new Point(3, "p", values), q = new Point(3, new String("p"), values), r = new Point(3, null, values);

        MethodHandle text = ((CallSite) ObjectMethods.bootstrap(lookup, "toString", MethodType.methodType(String.class, Point.class), Point.class, "x;name", x, name)).getTarget();
        System.out.println((String) text.invokeExact(p));
        MethodHandle equal = ((CallSite) ObjectMethods.bootstrap(lookup, "equals", MethodType.methodType(boolean.class, Point.class, Object.class), Point.class, "x;name;data", x, name, data)).dynamicInvoker();
        for (Object o : new Object[] {p, q, r, null, "p"}) System.out.println((boolean) equal.invokeExact(p, o));
        MethodHandle hash = (MethodHandle) ObjectMethods.bootstrap(lookup, "hashCode", MethodHandle.class, Point.class, "x;name", x, name);
        System.out.println((int) hash.invoke(p) == (int) hash.invoke(q));
        System.out.println((int) hash.invoke(new Point(0, null, null)));
        System.out.println((String) ((MethodHandle) ObjectMethods.bootstrap(lookup, "toString", MethodHandle.class, Point.class, "")).invoke(p));
        try {
            ObjectMethods.bootstrap(lookup, "clone", MethodHandle.class, Point.class, "x", x);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            ObjectMethods.bootstrap(lookup, "toString", MethodHandle.class, Point.class, "x;name", x);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getClass().getName());
        }
        try {
            ObjectMethods.bootstrap(lookup, "toString", MethodType.methodType(String.class), Point.class, "x", x);
        } catch (IllegalArgumentException | WrongMethodTypeException e) {
            System.out.println(e.getClass().getName());
        }
    }
}
