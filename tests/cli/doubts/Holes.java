class Box {
    int value;

    void put(int v) {
        value = v;
    }

    int get() {
        return value;
    }
}

public class Holes {
    static volatile int visible;

    public static void main(String[] args) throws InterruptedException {
        Box box = new Box();
        Thread putter = new Thread(() -> box.put(1), "put"), getter = new Thread(() -> box.get(), "get");
        putter.start();
        getter.start();
        visible = 1;
        putter.join();
        getter.join();
    }
}
