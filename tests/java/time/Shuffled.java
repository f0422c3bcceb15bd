// verdict: verified
// options: --random=all
// outcomes: abc | acb | bac | bca | cab | cba
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Shuffled {
    public static void main(String[] args) {
        List<String> l = new ArrayList<>(List.of("a", "b", "c"));
        Collections.shuffle(l);
        System.out.println(String.join("", l));
    }
}
