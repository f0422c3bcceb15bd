// verdict: verified
// options: --random=all:2,fixed
// outcomes: false true | true true
import java.util.Random;

public class DrawRestFixed {
    public static void main(String[] args) {
        Random r = new Random();
        System.out.println(r.nextBoolean() + " " + (r.nextDouble() < 1));
    }
}
