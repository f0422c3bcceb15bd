// verdict: violated assertion
// options: --random=all
// story: draws 5 out of 0..5
// answer: every number of draws out of at most 16; drawn at Dice.main(Dice.java:9)
import java.util.concurrent.ThreadLocalRandom;

public class Dice {
    public static void main(String[] args) {
        int n = ThreadLocalRandom.current().nextInt(6);
        assert n != 5 : "one number in six";
    }
}
