// verdict: verified
// outcomes: 0 1 | 0 2 | 0 7 | 1 1 | 1 2 | 1 7
// The first threads start after the choice: each branch has all schedules. One after the other they make 7 of 0, in
// either order; where both have read 0, the last one to write makes 1 or 2.
import java.util.concurrent.atomic.AtomicInteger;
import jmc.Choose;

public class ChooseThenStart {
    static final AtomicInteger c = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        int choice = Choose.between(0, 1);
        Thread t = new Thread(() -> c.set(c.get() * 3 + 1)), u = new Thread(() -> c.set(c.get() * 5 + 2));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(choice + " " + c.get());
    }
}
