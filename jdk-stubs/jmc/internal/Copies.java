package jmc.internal;

/**
 * Copies that other threads may come in between of: one access after the other, as a JVM that promises nothing else may do. The VM takes this way only where a
 * thread was seen to write what another one copies; elsewhere a copy is one step.
 */
final class Copies {
    private Copies() { }

    /** The fields of {@code from} that others may write, into its copy: field number i is the i-th one that is visible. */
    static Object fields(Object from, Object copy, int count) {
        for (int i = 0; i < count; i++) field(from, copy, i);
        return copy;
    }

    private static native void field(Object from, Object copy, int number);

    /** The same into a copy that other threads may get at before they get at what is written to it here. */
    static Object fieldsApart(Object from, Object copy, int count) {
        for (int i = 0; i < count; i++) {
            if (isReference(from, i)) put(copy, i, reference(from, i));
            else put(copy, i, bits(from, i));
        }
        return copy;
    }

    private static native boolean isReference(Object of, int number);
    private static native long bits(Object of, int number);
    private static native Object reference(Object of, int number);
    private static native void put(Object of, int number, long bits);
    private static native void put(Object of, int number, Object reference);

    /** An array of arrays with the rows of one that nobody else knows, each put there by an access. */
    static Object rows(Object[] made, int dimensions) {
        Object[] copy = (Object[]) java.lang.reflect.Array.newInstance(made.getClass().getComponentType(), made.length);
        for (int i = 0; i < made.length; i++) copy[i] = dimensions > 2 ? rows((Object[]) made[i], dimensions - 1) : made[i];
        return copy;
    }

    /** Bytes of a file into an array that others know. */
    static int read(Object file, byte[] to, int offset, int length) {
        byte[] own = new byte[length];
        int n = readFile(file, own, 0, length);
        if (n > 0) System.arraycopy(own, 0, to, offset, n);
        return n;
    }

    /** Bytes of such an array into a file. */
    static void write(Object file, byte[] from, int offset, int length) {
        byte[] own = new byte[length];
        System.arraycopy(from, offset, own, 0, length);
        writeFile(file, own, 0, length);
    }

    /** (a FileInputStream, FileOutputStream or RandomAccessFile) */
    private static native int readFile(Object file, byte[] to, int offset, int length);
    private static native void writeFile(Object file, byte[] from, int offset, int length);

    static Object array(Object from, Object copy, int length) {
        elements(from, 0, copy, 0, length);
        return copy;
    }

    /** System.arraycopy after its checks of types and bounds, but for those of single elements. */
    static void elements(Object from, int start, Object to, int at, int count) {
        // Within one array as if through a temporary one.
        boolean backwards = from == to && start < at;
        int i = backwards ? count - 1 : 0, step = backwards ? -1 : 1;
        if (from instanceof Object[]) {
            Object[] a = (Object[]) from, b = (Object[]) to;
            for (; count > 0; count--, i += step) store(b, at + i, a[start + i], a);
        } else if (from instanceof int[]) {
            int[] a = (int[]) from, b = (int[]) to;
            for (; count > 0; count--, i += step) b[at + i] = a[start + i];
        } else if (from instanceof byte[]) {
            byte[] a = (byte[]) from, b = (byte[]) to;
            for (; count > 0; count--, i += step) b[at + i] = a[start + i];
        } else if (from instanceof char[]) {
            char[] a = (char[]) from, b = (char[]) to;
            for (; count > 0; count--, i += step) b[at + i] = a[start + i];
        } else if (from instanceof long[]) {
            long[] a = (long[]) from, b = (long[]) to;
            for (; count > 0; count--, i += step) b[at + i] = a[start + i];
        } else if (from instanceof boolean[]) {
            boolean[] a = (boolean[]) from, b = (boolean[]) to;
            for (; count > 0; count--, i += step) b[at + i] = a[start + i];
        } else if (from instanceof double[]) {
            double[] a = (double[]) from, b = (double[]) to;
            for (; count > 0; count--, i += step) b[at + i] = a[start + i];
        } else if (from instanceof short[]) {
            short[] a = (short[]) from, b = (short[]) to;
            for (; count > 0; count--, i += step) b[at + i] = a[start + i];
        } else {
            float[] a = (float[]) from, b = (float[]) to;
            for (; count > 0; count--, i += step) b[at + i] = a[start + i];
        }
    }

    private static void store(Object[] to, int at, Object element, Object[] from) {
        Class<?> wanted = to.getClass().getComponentType();
        if (element != null && !wanted.isInstance(element)) throw new ArrayStoreException(mismatch(from.getClass().getComponentType(), wanted));
        to[at] = element;
    }

    /** What System.arraycopy says of an element that does not fit. */
    private static native String mismatch(Class<?> from, Class<?> to);
}
