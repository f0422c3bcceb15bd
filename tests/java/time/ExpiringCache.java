// verdict: verified
// An entry is there until its time is over, for whoever looks, and gone after that.
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;

public class ExpiringCache {
    record Entry(String value, Instant until) {}

    static final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();

    static String get(String key) {
        Entry e = entries.get(key);
        if (e == null) return null;
        if (Instant.now().isBefore(e.until)) return e.value;
        entries.remove(key, e);
        return null;
    }

    public static void main(String[] args) throws Exception {
        entries.put("k", new Entry("v", Instant.now().plus(Duration.ofMillis(50))));
        assert get("k") != null;
        Thread t = new Thread(() -> {
            String s = get("k");
            assert s == null || s.equals("v");
        });
        t.start();
        Thread.sleep(50);
        assert get("k") == null;
        t.join();
        assert entries.isEmpty();
    }
}
