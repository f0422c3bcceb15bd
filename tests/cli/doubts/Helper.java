public class Helper {
    static int one() {
        return 1;
    }
}
