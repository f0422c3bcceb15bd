public class Caught {
    static volatile boolean open;
    static int served;

    public static void main(String[] args) throws InterruptedException {
        Thread server = new Thread(() -> {
            try {
                if (!open) throw new IllegalStateException("closed");
                served++;
            } catch (IllegalStateException e) {
                served = -1;
            }
        }, "server");
        server.start();
        open = true;
        server.join();
        assert served == 1 : "not served";
    }
}
