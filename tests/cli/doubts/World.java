import java.lang.ref.Cleaner;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.WeakHashMap;

public class World {
    public static void main(String[] args) throws Exception {
        Object o = new Object();
        switch (args[0]) {
            case "in" -> System.out.println(System.in.read());
            case "weak" -> System.out.println(new WeakReference<>(o).get() == o);
            case "soft" -> System.out.println(new SoftReference<>(o).get() == o);
            case "map" -> {
                WeakHashMap<Object, String> map = new WeakHashMap<>();
                map.put(o, "value");
                System.out.println(map.size());
            }
            case "cleaner" -> Cleaner.create().register(o, () -> System.out.println("clean"));
            default -> System.out.println("nothing");
        }
    }
}
