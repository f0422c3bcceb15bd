// outcomes: 1 of 2
// why: Two threads open one port, and both keep it: one of them is told that the address is in use.
import java.net.*;
import java.util.concurrent.atomic.*;

public class PortTaken {
    static final AtomicInteger opened = new AtomicInteger(), told = new AtomicInteger();
    static final ServerSocket[] kept = new ServerSocket[2];

    static void open(int i) {
        try {
            kept[i] = new ServerSocket(7002);
            opened.incrementAndGet();
        } catch (BindException e) {
            told.incrementAndGet();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        new ServerSocket(0).close();  // what the classes do when they are first used is no part of it
        Thread t = new Thread(() -> open(1));
        t.start();
        open(0);
        t.join();
        for (ServerSocket s : kept)
            if (s != null) s.close();
        System.out.println(opened + " of " + (opened.get() + told.get()));
    }
}
