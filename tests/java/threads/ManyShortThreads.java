// outcomes: 1400
// why: 700 rounds of two threads that add one under a lock; no more than two are there at a time
// full: no
// stateless: no
// assumed: has the number of one that is over
public class ManyShortThreads {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 700; i++) {
            Thread t = new Thread(ManyShortThreads::add), u = new Thread(ManyShortThreads::add);
            t.start();
            u.start();
            t.join();
            u.join();
        }
        System.out.println(count);
    }
}
