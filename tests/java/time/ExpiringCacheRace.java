// verdict: violated assertion
// story: 50 ms pass
// remove(key) without the entry removes the fresh one that another thread has put in the meantime.
import java.util.concurrent.ConcurrentHashMap;

public class ExpiringCacheRace {
    record Entry(String value, long until) {}

    static final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();

    static String get(String key) {
        Entry e = entries.get(key);
        if (e == null) return null;
        if (System.currentTimeMillis() < e.until) return e.value;
        entries.remove(key);
        return null;
    }

    public static void main(String[] args) throws Exception {
        entries.put("k", new Entry("old", System.currentTimeMillis() + 50));
        Thread t = new Thread(() -> get("k"));
        t.start();
        Thread.sleep(50);
        entries.put("k", new Entry("new", System.currentTimeMillis() + 50));
        t.join();
        assert entries.containsKey("k") : "a fresh entry was removed";
    }
}
