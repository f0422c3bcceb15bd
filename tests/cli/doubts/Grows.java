// States without end: a counter that two threads keep counting. And a step without end.
public class Grows {
    static volatile int count;

    static void up() {
        while (true) count++;
    }

    static void alone() {
        for (long i = 1; i != 0; i++) { }
    }

    public static void main(String[] args) {
        if (args.length > 0) alone();
        new Thread(Grows::up, "left").start();
        new Thread(Grows::up, "right").start();
    }
}
