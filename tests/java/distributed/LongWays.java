// Two threads with many rounds each: in a tree of schedules hundreds of steps lie between leaves.
public class LongWays {
    static volatile int written, read;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 25; i++) {
                written = i & 1;
                if (read == 1 && i == 24) System.out.println("read at the end");
            }
        });
        writer.start();
        for (int i = 0; i < 25; i++) read = written;
        writer.join();
    }
}
