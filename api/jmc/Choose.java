package jmc;

/**
 * A choice of inputs. Under jmc each value is a branch of the search, so that what is verified is verified for all of them; under java a value
 * is drawn at random. Copy this file into a project, or compile it on the class path: jmc recognises the class by its name, and needs nothing
 * of its own there. Write the choice where its value is used first: every choice multiplies what comes after it.
 */
public final class Choose {
    private Choose() {}

    /** One of from, from + 1, ..., to; at most 250 values. */
    public static int between(int from, int to) {
        if (from > to) throw new IllegalArgumentException("nothing to choose from");
        return from + java.util.concurrent.ThreadLocalRandom.current().nextInt(to - from + 1);
    }

    /** True or false. */
    public static boolean either() {
        return between(0, 1) == 1;
    }

    /** One of the values. */
    @SafeVarargs
    public static <T> T of(T... values) {
        return values[between(0, values.length - 1)];
    }
}
