// outcomes: false 12
// why: what is known of threads that are over stays, whoever starts later: they are not alive, cannot start again, and a join does not wait
// options: --thread-numbers=2
// assumed: has the number of one that is over
// stateless: no
public class ThreadsThatAreOver {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] all = new Thread[6];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> count++);
            all[i].start();
            all[i].join();
            for (int j = 0; j < i; j++) all[j].join();
        }
        boolean alive = false;
        for (Thread t : all) {
            alive |= t.isAlive();
            java.util.concurrent.locks.LockSupport.unpark(t);
            try {
                t.start();
            } catch (IllegalThreadStateException e) {
                count++;
            }
        }
        System.out.println(alive + " " + count);
    }
}
