// verdict: violated deadlock
// answer: sleeps for ever
// Nobody is there to interrupt it.
public class SleepAlone {
    public static void main(String[] args) throws Exception {
        Thread.sleep(Long.MAX_VALUE);
    }
}
