import java.util.concurrent.FutureTask;

// A class of its class path is missing when it runs, or too new. Who catches that has planned for it; nobody else has.
public class NeedsHelper {
    static class Starts {
        static final int ONE = Helper.one();
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "here" -> System.out.println(Helper.one());
            case "thread" -> {
                Thread t = new Thread(() -> System.out.println(Helper.one()));
                t.start();
                t.join();
            }
            case "future" -> {
                FutureTask<Integer> f = new FutureTask<>(() -> Helper.one());
                new Thread(f).start();
                System.out.println(f.get());
            }
            case "name" -> Class.forName("Helper");
            case "initialiser" -> System.out.println(Starts.ONE);
            case "caught" -> {
                try {
                    System.out.println(Helper.one());
                } catch (LinkageError e) {
                    System.out.println("without a helper");
                }
            }
            case "probed" -> {
                try {
                    Class.forName("Helper");
                } catch (ClassNotFoundException e) {
                    System.out.println("no helper");
                }
            }
            case "wrapped" -> {
                try {
                    Class.forName("Helper");
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException("a finding about the program, which saw to it", e);
                }
            }
        }
    }
}
