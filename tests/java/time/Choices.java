// verdict: violated assertion
// story: chooses 2 out of 1..3
// A choice is a branch whatever --random says: only the size 2 loses an element.
import jmc.Choose;

public class Choices {
    public static void main(String[] args) throws Exception {
        int size = Choose.between(1, 3);
        String word = Choose.of("a", "b");
        assert size != 2 || Choose.either() || word.equals("b") : "2, a, false";
    }
}
