package java.lang.invoke;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A method handle is an object with one method, {@link #call}, that takes boxed arguments. Nothing is compiled: a
 * combinator holds the handles that it combines and calls them.
 */
public abstract class MethodHandle {
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface PolymorphicSignature {}

    private final MethodType type;

    MethodHandle(MethodType type) {
        if (type == null) {
            throw new NullPointerException();
        }
        this.type = type;
    }

    /**
     * Calls the target. Precondition: as many arguments as the type has parameters, each of its parameter's type, boxed if
     * that is primitive. The result is of the return type, boxed if that is primitive, null if it is void.
     */
    abstract Object call(Object[] args) throws Throwable;

    /** The direct handle's member, or null. */
    Member member() {
        return null;
    }

    public MethodType type() {
        return type;
    }

    public final native @PolymorphicSignature Object invokeExact(Object... args) throws Throwable;

    public final native @PolymorphicSignature Object invoke(Object... args) throws Throwable;

    /**
     * What a call site of invoke or invokeExact runs: the arguments boxed as the site's descriptor says. The result is of the
     * descriptor's return type, boxed.
     */
    final Object jmcInvoke(String descriptor, boolean exact, Object[] args) throws Throwable {
        if (type.toMethodDescriptorString().equals(descriptor)) {
            return call(args);
        }
        MethodType site = Member.methodType(descriptor);
        if (site.equals(type)) {
            return call(args);
        }
        if (exact) {
            throw new WrongMethodTypeException((Member.release() > 17 ? "handle's method type " : "expected ") + type + " but found " + site);
        }
        return asType(site).call(args);
    }

    public Object invokeWithArguments(Object... arguments) throws Throwable {
        return asType(MethodType.genericMethodType(arguments.length)).call(arguments.clone());
    }

    public Object invokeWithArguments(List<?> arguments) throws Throwable {
        return invokeWithArguments(arguments.toArray());
    }

    public MethodHandle asType(MethodType newType) {
        if (newType.equals(type)) {
            return this;
        }
        if (!Conversions.convertible(newType, type)) {
            throw new WrongMethodTypeException("cannot convert " + this + " to " + newType);
        }
        return new Converted(this, newType, false);
    }

    /** A handle of another type that converts arguments and result, by the rules of asType or of explicitCastArguments. */
    static final class Converted extends MethodHandle {
        private final MethodHandle target;
        private final boolean casting;

        Converted(MethodHandle target, MethodType newType, boolean casting) {
            super(newType);
            this.target = target;
            this.casting = casting;
        }

        @Override Object call(Object[] args) throws Throwable {
            MethodType inner = target.type();
            Object[] converted = new Object[args.length];
            for (int i = 0; i < args.length; i++) {
                converted[i] = Conversions.convert(args[i], type().parameterType(i), inner.parameterType(i), casting);
            }
            return Conversions.convert(target.call(converted), inner.returnType(), type().returnType(), casting);
        }
    }

    public MethodHandle asSpreader(Class<?> arrayType, int arrayLength) {
        return asSpreader(type.parameterCount() - arrayLength, arrayType, arrayLength);
    }

    public MethodHandle asSpreader(final int pos, Class<?> arrayType, final int arrayLength) {
        if (!arrayType.isArray()) {
            throw new IllegalArgumentException("not an array type: " + arrayType.getName());
        }
        if (arrayLength < 0 || arrayLength > 255) {
            throw new IllegalArgumentException("array length is not legal");
        }
        if (pos < 0 || pos + arrayLength > type.parameterCount()) {
            throw new IllegalArgumentException("bad spread position");
        }
        MethodType spread = type;
        for (int i = pos; i < pos + arrayLength; i++) {
            spread = spread.changeParameterType(i, arrayType.getComponentType());
        }
        final MethodHandle target = asType(spread);
        return new MethodHandle(spread.dropParameterTypes(pos, pos + arrayLength).insertParameterTypes(pos, arrayType)) {
            @Override Object call(Object[] args) throws Throwable {
                Object array = args[pos];
                if (array == null && arrayLength != 0) throw new NullPointerException("null array reference");
                int length = array == null ? 0 : Array.getLength(array);
                if (length != arrayLength) {
                    throw new IllegalArgumentException("array is not of length " + arrayLength);
                }
                Object[] all = new Object[args.length - 1 + arrayLength];
                System.arraycopy(args, 0, all, 0, pos);
                for (int i = 0; i < arrayLength; i++) {
                    all[pos + i] = Array.get(array, i);
                }
                System.arraycopy(args, pos + 1, all, pos + arrayLength, args.length - pos - 1);
                return target.call(all);
            }
        };
    }

    public MethodHandle asCollector(Class<?> arrayType, int arrayLength) {
        return asCollector(type.parameterCount() - 1, arrayType, arrayLength);
    }

    public MethodHandle asCollector(final int pos, final Class<?> arrayType, final int arrayLength) {
        if (!arrayType.isArray()) {
            throw new IllegalArgumentException("not an array type: " + arrayType.getName());
        }
        if (pos < 0 || pos >= type.parameterCount() || !type.parameterType(pos).isAssignableFrom(arrayType)) {
            throw new IllegalArgumentException("array type not assignable to argument");
        }
        if (arrayLength < 0 || arrayLength > 255) {
            throw new IllegalArgumentException("array length is not legal");
        }
        final MethodHandle target = this;
        final Class<?> element = arrayType.getComponentType();
        Class<?>[] elements = new Class<?>[arrayLength];
        Arrays.fill(elements, element);
        return new MethodHandle(type.dropParameterTypes(pos, pos + 1).insertParameterTypes(pos, elements)) {
            @Override Object call(Object[] args) throws Throwable {
                Object array = Array.newInstance(element, arrayLength);
                for (int i = 0; i < arrayLength; i++) {
                    Array.set(array, i, args[pos + i]);
                }
                Object[] collected = new Object[args.length - arrayLength + 1];
                System.arraycopy(args, 0, collected, 0, pos);
                collected[pos] = array;
                System.arraycopy(args, pos + arrayLength, collected, pos + 1, args.length - pos - arrayLength);
                return target.call(collected);
            }
        };
    }

    /** Adapts to any number of trailing arguments when its type is changed. */
    static final class Collector extends MethodHandle {
        private final MethodHandle target;
        private final Class<?> arrayType;

        Collector(MethodHandle target, Class<?> arrayType) {
            super(target.type());
            this.target = target;
            this.arrayType = arrayType;
        }

        @Override Object call(Object[] args) throws Throwable {
            return target.call(args);
        }

        @Override Member member() {
            return target.member();
        }

        @Override public boolean isVarargsCollector() {
            return true;
        }

        @Override public MethodHandle asFixedArity() {
            return target;
        }

        @Override public MethodHandle asType(MethodType newType) {
            if (newType.equals(type())) {
                return this;
            }
            int arity = type().parameterCount();
            int given = newType.parameterCount();
            if (given == arity && type().parameterType(arity - 1).isAssignableFrom(newType.parameterType(given - 1))) {
                return target.asType(newType);
            }
            if (given < arity - 1) {
                throw new WrongMethodTypeException("cannot convert " + this + " to " + newType);
            }
            try {
                return target.asCollector(arrayType, given - arity + 1).asType(newType);
            } catch (IllegalArgumentException e) {
                throw new WrongMethodTypeException("cannot build collector");
            }
        }

        @Override public Object invokeWithArguments(Object... arguments) throws Throwable {
            return asType(MethodType.genericMethodType(arguments.length)).call(arguments.clone());
        }
    }

    public MethodHandle withVarargs(boolean makeVarargs) {
        if (makeVarargs == isVarargsCollector()) {
            return this;
        }
        return makeVarargs ? asVarargsCollector(type.parameterType(type.parameterCount() - 1)) : asFixedArity();
    }

    public MethodHandle asVarargsCollector(Class<?> arrayType) {
        if (!arrayType.isArray()) {
            throw new IllegalArgumentException("not an array type: " + arrayType.getName());
        }
        int arity = type.parameterCount();
        if (arity == 0 || !type.parameterType(arity - 1).isAssignableFrom(arrayType)) {
            throw new IllegalArgumentException("array type not assignable to trailing argument");
        }
        return new Collector(asFixedArity(), arrayType);
    }

    public boolean isVarargsCollector() {
        return false;
    }

    public MethodHandle asFixedArity() {
        return this;
    }

    public MethodHandle bindTo(Object value) {
        if (type.parameterCount() == 0 || type.parameterType(0).isPrimitive()) {
            throw new IllegalArgumentException("no leading reference parameter");
        }
        return MethodHandles.insertArguments(asFixedArity(), 0, type.parameterType(0).cast(value));
    }

    /** What a call site without a target is made with: only reference types differ. */
    MethodHandle viewAsType(MethodType newType, boolean strict) {
        return asType(newType);
    }

    public Optional<?> describeConstable() {
        return Optional.empty();
    }

    @Override public String toString() {
        return "MethodHandle" + type;
    }
}
