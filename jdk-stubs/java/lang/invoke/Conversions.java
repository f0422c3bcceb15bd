package java.lang.invoke;

/** The conversions of MethodHandle.asType and MethodHandles.explicitCastArguments, on boxed values. */
final class Conversions {
    private Conversions() {}

    // In the order of widening, except that char stands beside byte and short.
    private static final Class<?>[] NUMERIC = {byte.class, short.class, int.class, long.class, float.class, double.class};

    static Class<?> wrapper(Class<?> primitive) {
        return primitive.isPrimitive() ? MethodType.methodType(primitive).wrap().returnType() : primitive;
    }

    /** The primitive type of a wrapper class, else null. */
    static Class<?> primitive(Class<?> wrapper) {
        Class<?> unwrapped = MethodType.methodType(wrapper).unwrap().returnType();
        return unwrapped == wrapper || unwrapped == void.class ? null : unwrapped;
    }

    private static int rank(Class<?> numeric) {
        for (int i = 0; i < NUMERIC.length; i++) {
            if (NUMERIC[i] == numeric) {
                return i;
            }
        }
        return -1;
    }

    static boolean widens(Class<?> from, Class<?> to) {
        if (from == to) {
            return true;
        }
        if (from == char.class) {
            return rank(to) >= 2;
        }
        return rank(from) >= 0 && rank(from) < rank(to);
    }

    /** May a call of type `outer` be converted to one of `inner`, and its result back? */
    static boolean convertible(MethodType outer, MethodType inner) {
        if (outer.parameterCount() != inner.parameterCount()) {
            return false;
        }
        for (int i = 0; i < outer.parameterCount(); i++) {
            if (!convertible(outer.parameterType(i), inner.parameterType(i))) {
                return false;
            }
        }
        return convertible(inner.returnType(), outer.returnType());
    }

    private static boolean convertible(Class<?> from, Class<?> to) {
        if (from == to || from == void.class || to == void.class) {
            return true;
        }
        if (!to.isPrimitive()) {
            return !from.isPrimitive() || to.isAssignableFrom(wrapper(from));
        }
        if (from.isPrimitive()) {
            return widens(from, to);
        }
        Class<?> unboxed = primitive(from);
        return unboxed != null ? widens(unboxed, to) : from.isInterface() || from.isAssignableFrom(wrapper(to));
    }

    static Object convert(Object value, Class<?> from, Class<?> to, boolean casting) {
        if (from == to || to == void.class) {
            return to == void.class ? null : value;
        }
        if (from == void.class) {
            return zero(to);
        }
        if (!to.isPrimitive()) {
            // A cast to an interface is no check in explicitCastArguments.
            return casting && to.isInterface() ? value : to.cast(value);
        }
        if (value == null) {
            if (casting) {
                return zero(to);
            }
            throw new NullPointerException(nullMessage(from, to));
        }
        Class<?> unboxed = primitive(value.getClass());
        if (unboxed == null || !(casting || widens(unboxed, to))) {
            value = unboxed == null ? (Number) value : value;     // what is no number at all fails here
            throw new ClassCastException("Cannot cast " + value.getClass().getName() + " to " + wrapper(to).getName());
        }
        return cast(value, to);
    }

    /** The helpful message of the JDK's own unboxing code, whose parameter is called x. */
    private static String nullMessage(Class<?> from, Class<?> to) {
        Class<?> unboxed = primitive(from);
        if (unboxed != null) {
            return "Cannot invoke \"" + from.getName() + "." + unboxed.getName() + "Value()\" because \"x\" is null";
        }
        String method = to == boolean.class || to == char.class ? "int" : to.getName();
        return "Cannot invoke \"java.lang.Number." + method + "Value()\" because the return value of "
                + "\"sun.invoke.util.ValueConversions.primitiveConversion(sun.invoke.util.Wrapper, Object, boolean)\" is null";
    }

    static Object zero(Class<?> type) {
        return type.isPrimitive() && type != void.class ? cast(0, type) : null;
    }

    /** A Java cast between primitive types; boolean counts as the lowest bit. */
    private static Object cast(Object value, Class<?> to) {
        if (value instanceof Float || value instanceof Double) {
            double d = ((Number) value).doubleValue();
            if (to == double.class) return d;
            if (to == float.class) return value instanceof Float ? value : (Object) (float) d;
            if (to == long.class) return (long) d;
            return castBits((int) d, to);
        }
        long bits;
        if (value instanceof Boolean) {
            bits = (Boolean) value ? 1 : 0;
        } else if (value instanceof Character) {
            bits = (Character) value;
        } else {
            bits = ((Number) value).longValue();
        }
        if (to == double.class) return (double) bits;
        if (to == float.class) return (float) bits;
        return castBits(bits, to);
    }

    private static Object castBits(long bits, Class<?> to) {
        if (to == long.class) return bits;
        if (to == int.class) return (int) bits;
        if (to == short.class) return (short) bits;
        if (to == char.class) return (char) bits;
        if (to == byte.class) return (byte) bits;
        return (bits & 1) != 0;
    }
}
