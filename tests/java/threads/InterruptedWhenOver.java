// outcomes: true false true false
// why: from 14 on a thread that is over can still be interrupted, which says nothing about threads that start later
// options: --thread-numbers=2
// stateless: no
public class InterruptedWhenOver {
    public static void main(String[] args) throws InterruptedException {
        Thread[] all = new Thread[6];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> { });
            all[i].start();
            all[i].join();
        }
        all[1].interrupt();
        all[5].interrupt();
        System.out.println(all[1].isInterrupted() + " " + all[2].isInterrupted() + " " + all[5].isInterrupted() + " " + Thread.interrupted());
    }
}
