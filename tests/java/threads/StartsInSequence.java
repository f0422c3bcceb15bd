// outcomes: 3 | 4 | 5 | 6
// why: in each of three rounds main and one thread add one, and one of the two may be lost; a round begins when the one before is over
public class StartsInSequence {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(() -> count++);
            t.start();
            count++;
            t.join();
        }
        System.out.println(count);
    }
}
