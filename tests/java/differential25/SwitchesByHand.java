import java.lang.invoke.*;
import java.lang.runtime.SwitchBootstraps;

/** Programs may call the bootstrap methods of pattern switches themselves. */
public class SwitchesByHand {
    enum Colour { RED, GREEN, BLUE }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle types = SwitchBootstraps.typeSwitch(lookup, "any", MethodType.methodType(int.class, Object.class, int.class), String.class, Integer.class, 42, "word").getTarget();
        for (Object o : new Object[] {"a", 42, 4L, null, "word"})
            for (int from = 0; from <= 4; from++) System.out.print((int) types.invokeExact(o, from) + " ");
        System.out.println();
        MethodHandle none = SwitchBootstraps.typeSwitch(lookup, "any", MethodType.methodType(int.class, Object.class, int.class)).dynamicInvoker();
        System.out.println((int) none.invokeExact((Object) "x", 0) + " " + (int) none.invokeExact((Object) null, 0));
        MethodHandle colours = SwitchBootstraps.enumSwitch(lookup, "any", MethodType.methodType(int.class, Colour.class, int.class), "GREEN", Colour.class, "RED", "PINK").getTarget();
        for (Colour c : Colour.values()) System.out.print((int) colours.invokeExact(c, 0) + " " + (int) colours.invokeExact(c, 2) + " ");
        System.out.println((int) colours.invokeExact((Colour) null, 0));
        try {
            System.out.println((int) types.invokeExact((Object) "x", 9));
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            SwitchBootstraps.typeSwitch(lookup, "any", MethodType.methodType(int.class, Object.class, int.class), 1.5f);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            SwitchBootstraps.typeSwitch(lookup, "any", MethodType.methodType(void.class, Object.class), String.class);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
