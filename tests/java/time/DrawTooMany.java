// verdict: error
// options: --random=all
// answer: a random number out of more than 16 | DrawTooMany.main(DrawTooMany.java:6)
public class DrawTooMany {
    public static void main(String[] args) {
        System.out.println(Math.random() < 2);
    }
}
