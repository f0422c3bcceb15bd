/** The first call initialises a class whose initialiser is seen by others: held up by that once, not by the object. */
public class LateInit {
    static volatile int log;

    static class Table {
        static final int SIZE;
        static {
            log = 1;
            SIZE = 4;
        }
    }

    public int size() { return Table.SIZE + log; }
}
