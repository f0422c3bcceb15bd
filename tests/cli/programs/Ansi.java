/** Its exception would clear the screen. */
public class Ansi {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> x = 1);
        t.start();
        if (x == 1) throw new Exception("\033[2J\007 \u009b2J\tcleared \u00e9");
        t.join();
    }
}
