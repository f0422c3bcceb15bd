import java.io.Serializable;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

// What reflection sees of the class of a lambda expression.
public class LambdaReflection {
    interface Both {
        int f(int x);

        default int g() {
            return 1;
        }
    }

    static void show(Object o) {
        Class<?> c = o.getClass();
        List<String> list = new ArrayList<>();
        for (Method m : c.getDeclaredMethods()) {
            list.add(Modifier.toString(m.getModifiers()) + " " + m.getReturnType().getName() + " " + m.getName() + Arrays.toString(m.getParameterTypes()) + m.isSynthetic() + m.isBridge() + m.isDefault());
        }
        Collections.sort(list);
        System.out.println(list);
        list.clear();
        for (Field f : c.getDeclaredFields()) list.add(Modifier.toString(f.getModifiers()) + " " + f.getType().getName() + " " + f.getName() + f.isSynthetic());
        System.out.println(list);
        list.clear();
        for (Constructor<?> k : c.getDeclaredConstructors()) list.add(Modifier.toString(k.getModifiers()) + Arrays.toString(k.getParameterTypes()) + k.isSynthetic());
        System.out.println(list + " " + Modifier.toString(c.getModifiers()) + " " + c.isSynthetic() + " " + c.isHidden() + " " + c.isAnonymousClass() + Arrays.toString(c.getInterfaces()));
    }

    public static void main(String[] args) throws Exception {
        int k = args.length;
        String s = "x" + k;
        show((Runnable) () -> { });
        show((Supplier<String>) () -> s);
        show((IntUnaryOperator) x -> x + k);
        show((Both) x -> k);
        show((Runnable & Serializable) () -> { });
        show((Comparator<String>) String::compareTo);
        show((Comparator<String> & Serializable) (x, y) -> s.length());
        show((Function<String, Integer>) s::indexOf);
        show((Supplier<List<String>>) ArrayList::new);
        Supplier<String> supplier = () -> s;
        try {
            System.out.println(supplier.getClass().getMethod("get").invoke(supplier));
        } catch (IllegalAccessException e) {
            System.out.println("not accessible");
        }
        Method get = Supplier.class.getMethod("get");
        System.out.println(get.invoke(supplier));
    }
}
