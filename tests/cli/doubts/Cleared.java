import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

// A cache that holds its entry weakly: whether the entry is there is the garbage collector's to say, once nobody else holds it.
public class Cleared {
    static class Entry {
        Object value = "value";
    }

    static Entry strong;

    public static void main(String[] args) throws InterruptedException {
        strong = new Entry();
        WeakReference<Entry> weak = new WeakReference<>(strong);
        switch (args[0]) {
            case "held" -> System.out.println(weak.get() != null);
            case "dropped" -> {
                strong = null;
                boolean there = weak.get() != null;
                System.out.println(there + " " + (weak.get() != null));
            }
            case "chain" -> {
                // Whoever reaches a cleared object is cleared with it.
                Entry[] outer = {strong};
                WeakReference<Entry[]> before = new WeakReference<>(outer);
                SoftReference<Entry> other = new SoftReference<>(strong);
                strong = null;
                outer = null;
                System.out.println((weak.get() != null) + " " + (other.get() != null) + " " + (before.get() != null));
            }
            case "race" -> {
                Thread t = new Thread(() -> strong = null);
                t.start();
                Entry e = weak.get();
                System.out.println(e == null ? "cleared" : e.value);
                t.join();
            }
        }
    }
}
