import java.util.Map;

/** Looks, in the way that it is told, at the trace of a thread that is on its way. */
public class TraceOfRunner {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> x = 1);
        t.start();
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        Object seen = null;
        switch (args[0]) {
            case "get": seen = all.get(t); break;
            case "getOrDefault": seen = all.getOrDefault(t, null); break;
            case "values": for (StackTraceElement[] trace : all.values()) seen = trace; break;
            case "entries": for (Map.Entry<Thread, StackTraceElement[]> e : all.entrySet()) seen = e.getValue(); break;
            case "forEach": all.forEach((thread, trace) -> System.out.print(trace.length < 0)); break;
            case "copy": seen = new java.util.HashMap<>(all); break;
            case "remove": seen = all.remove(t); break;
            case "put": seen = all.put(t, null); break;
            case "stream": seen = all.entrySet().stream().map(e -> e.getValue()).toArray(); break;
            case "text": seen = all.toString(); break;
            case "own": seen = t.getStackTrace(); break;
        }
        t.join();
    }
}
