// Small clients, one class each, that between them use what natives keep about a VM: locks, files, compression, memory
// outside of the heap, handles of variables, properties, modules, resources.
import java.io.File;
import java.io.FileWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

class Maps {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> { map.merge("a", 1, Integer::sum); map.put("b", 2); });
        t.start();
        map.merge("a", 10, Integer::sum);
        System.out.println(map.containsKey("b"));
        t.join();
        System.out.println(map);
    }
}

class Locks {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition full = lock.newCondition();
    static int items;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            lock.lock();
            try { items++; full.signal(); } finally { lock.unlock(); }
        });
        t.start();
        lock.lock();
        try { while (items == 0) full.await(); items--; } finally { lock.unlock(); }
        t.join();
        System.out.println(items + " " + lock.isLocked());
    }
}

class Writes {
    public static void main(String[] args) throws Exception {
        Path file = Path.of("machines-" + "made.txt");
        Thread t = new Thread(() -> {
            try (FileWriter out = new FileWriter(file.toFile())) { out.write("thread"); } catch (Exception e) { System.out.println(e); }
        });
        t.start();
        System.out.println(new File("machines-made.txt").exists());
        t.join();
        System.out.println(Files.readString(file) + " " + Files.size(file));
    }
}

class Packs {
    static synchronized byte[] pack(String text) {
        Deflater d = new Deflater();
        d.setInput(text.getBytes());
        d.finish();
        byte[] out = new byte[100];
        return java.util.Arrays.copyOf(out, d.deflate(out));
    }
    public static void main(String[] args) throws Exception {
        byte[][] packed = new byte[2][];
        Thread t = new Thread(() -> packed[1] = pack("threads, threads, threads"));
        t.start();
        packed[0] = pack("and again, and again, and again");
        t.join();
        for (byte[] p : packed) {
            Inflater i = new Inflater();
            i.setInput(p);
            byte[] out = new byte[100];
            System.out.println(new String(out, 0, i.inflate(out)));
        }
    }
}

class Cells {
    int value;
    static final VarHandle VALUE;
    static {
        try { VALUE = MethodHandles.lookup().findVarHandle(Cells.class, "value", int.class); } catch (Exception e) { throw new Error(e); }
    }
    public static void main(String[] args) throws Exception {
        Cells c = new Cells();
        ByteBuffer outside = ByteBuffer.allocateDirect(8);
        Thread t = new Thread(() -> { VALUE.getAndAdd(c, 2); outside.put(0, (byte) 5); });
        t.start();
        System.out.println(VALUE.compareAndSet(c, 0, 40));
        t.join();
        System.out.println((int) VALUE.getAcquire(c) + " " + outside.get(0) + " " + Cells.class.getModule() + " " + String.class.getModule());
    }
}

class Fails {
    static int x;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> x++);
        t.start();
        x++;
        t.join();
        assert x == 2 : "lost: " + x;
    }
}

class Large {
    static String made(java.util.function.Supplier<Object> how) {
        try { return how.get().getClass().getSimpleName(); } catch (OutOfMemoryError e) { return "OutOfMemoryError"; }
    }
    public static void main(String[] args) {
        System.out.println(made(() -> new long[1000][100_000]) + " " + made(() -> java.lang.reflect.Array.newInstance(long.class, 1000, 100_000)));
    }
}

// Threads take numbers, hash codes and random numbers in either order, and forget them or not.
class Names {
    static volatile int turn;
    static void take(int n) {
        Thread t = new Thread(() -> {});
        int kept = n == 0 ? t.getName().length() : new Object().hashCode() & 1;
        turn += kept;
        Math.random();
        turn = 0;
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> take(0)), b = new Thread(() -> take(1));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(new Thread().getName().startsWith("Thread-") + " " + turn);
    }
}

class Prints {
    static synchronized void say(String text) { System.out.println(text); }
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { say("a"); Thread.yield(); say("b"); });
        t.setDaemon(args.length > 0);
        t.start();
        say("c");
        t.join(10);
        say("d");
        if (t.isAlive()) System.exit(3);
    }
}
