// A lost update makes an assertion fail in some schedules, in a task that nobody asks for its result.
public class SwallowRace {
    static volatile int count;

    static void task() {
        try {
            int before = count;
            count = before + 1;
            assert count == before + 1 : "another task came between";
        } catch (Throwable e) {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> task(), "a"), b = new Thread(() -> other(), "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }

    static void other() {
        try {
            count = count + 2;
            assert count != 1;
        } catch (Throwable e) {
        }
    }
}
