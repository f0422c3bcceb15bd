// verdict: verified
// answer: the same numbers in every run (--random=all explores them all); drawn at FixedNumbers.main(FixedNumbers.java:7)
import java.util.concurrent.ConcurrentHashMap;

public class FixedNumbers {
    public static void main(String[] args) {
        double d = Math.random();
        assert 0 <= d && d < 1;
        new ConcurrentHashMap<String, String>().put("k", "v");
    }
}
