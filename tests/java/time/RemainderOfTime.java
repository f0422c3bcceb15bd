// verdict: verified
// outcomes: end
// The clock counts up to the next full ten milliseconds and beyond: a remainder is no reading, but moves with it.
public class RemainderOfTime {

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        long before = System.currentTimeMillis() % 100;
        while (System.currentTimeMillis() % 100 == before) Thread.sleep(10);
        System.out.println("end");
        other.join();
    }
}
