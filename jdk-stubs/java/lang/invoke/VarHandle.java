package java.lang.invoke;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A variable, described by data instead of generated classes. The access methods are natives: the VM finds the variable
 * from the fields below, which it knows by name, and performs the access as one operation.
 */
public class VarHandle {
    static final int INSTANCE_FIELD = 0;
    static final int STATIC_FIELD = 1;
    static final int ARRAY_ELEMENT = 2;
    static final int BYTE_ARRAY_VIEW = 3;
    static final int BYTE_BUFFER_VIEW = 4;

    private final int kind;
    private final Class<?> holder;      // class of the receiver, declaring class of a static field, or array class
    private final Class<?> type;
    private final int offset;           // of a field
    private final boolean readOnly;
    private final boolean swap;         // of a view: byte order is not the machine's
    private final boolean exact;

    VarHandle(int kind, Class<?> holder, Class<?> type, int offset, boolean readOnly, boolean swap, boolean exact) {
        this.kind = kind;
        this.holder = holder;
        this.type = type;
        this.offset = offset;
        this.readOnly = readOnly;
        this.swap = swap;
        this.exact = exact;
    }

    public boolean hasInvokeExactBehavior() {
        return exact;
    }

    public VarHandle withInvokeExactBehavior() {
        return exact ? this : new VarHandle(kind, holder, type, offset, readOnly, swap, true);
    }

    public VarHandle withInvokeBehavior() {
        return exact ? new VarHandle(kind, holder, type, offset, readOnly, swap, false) : this;
    }

    @Override public final String toString() {
        return "VarHandle[varType=" + type.getName() + ", coord=" + coordinateTypes() + "]";
    }

    public Class<?> varType() {
        return type;
    }

    public List<Class<?>> coordinateTypes() {
        List<Class<?>> types = new ArrayList<>();
        if (kind != STATIC_FIELD) {
            types.add(holder);
        }
        if (kind == ARRAY_ELEMENT || kind == BYTE_ARRAY_VIEW || kind == BYTE_BUFFER_VIEW) {
            types.add(int.class);
        }
        return Collections.unmodifiableList(types);
    }

    public final MethodType accessModeType(AccessMode mode) {
        List<Class<?>> types = new ArrayList<>(coordinateTypes());
        for (int i = 0; i < mode.values; i++) {
            types.add(type);
        }
        return MethodType.methodType(mode.result == Object.class ? type : mode.result, types);
    }

    public boolean isAccessModeSupported(AccessMode mode) {
        return supports(mode.methodName);
    }

    private native boolean supports(String methodName);

    public MethodHandle toMethodHandle(final AccessMode mode) {
        MethodType handleType = accessModeType(mode);
        if (!isAccessModeSupported(mode)) {
            return MethodHandles.throwing(handleType, new UnsupportedOperationException());
        }
        return new MethodHandle(handleType) {
            @Override Object call(Object[] args) throws Throwable {
                return access(mode.methodName, args);
            }
        };
    }

    /** The access method of that name, called with boxed arguments and result. */
    final native Object access(String methodName, Object[] args);

    /** For error messages of the VM: the type that a call of this access method should have. */
    private String typeOf(String methodName) {
        return accessModeType(AccessMode.valueFromMethodName(methodName)).toString();
    }

    public Optional<?> describeConstable() {
        return Optional.empty();
    }

    public final native @MethodHandle.PolymorphicSignature Object get(Object... args);
    public final native @MethodHandle.PolymorphicSignature void set(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getVolatile(Object... args);
    public final native @MethodHandle.PolymorphicSignature void setVolatile(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getOpaque(Object... args);
    public final native @MethodHandle.PolymorphicSignature void setOpaque(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAcquire(Object... args);
    public final native @MethodHandle.PolymorphicSignature void setRelease(Object... args);
    public final native @MethodHandle.PolymorphicSignature boolean compareAndSet(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object compareAndExchange(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object compareAndExchangeAcquire(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object compareAndExchangeRelease(Object... args);
    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSetPlain(Object... args);
    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSet(Object... args);
    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSetAcquire(Object... args);
    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSetRelease(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndSet(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndSetAcquire(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndSetRelease(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndAdd(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndAddAcquire(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndAddRelease(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseOr(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseOrAcquire(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseOrRelease(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseAnd(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseAndAcquire(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseAndRelease(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseXor(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseXorAcquire(Object... args);
    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseXorRelease(Object... args);

    // The VM runs every program sequentially consistently: there is nothing to fence.
    public static void fullFence() {}

    public static void acquireFence() {}

    public static void releaseFence() {}

    public static void loadLoadFence() {}

    public static void storeStoreFence() {}

    public enum AccessMode {
        GET("get", Object.class, 0),
        SET("set", void.class, 1),
        GET_VOLATILE("getVolatile", Object.class, 0),
        SET_VOLATILE("setVolatile", void.class, 1),
        GET_ACQUIRE("getAcquire", Object.class, 0),
        SET_RELEASE("setRelease", void.class, 1),
        GET_OPAQUE("getOpaque", Object.class, 0),
        SET_OPAQUE("setOpaque", void.class, 1),
        COMPARE_AND_SET("compareAndSet", boolean.class, 2),
        COMPARE_AND_EXCHANGE("compareAndExchange", Object.class, 2),
        COMPARE_AND_EXCHANGE_ACQUIRE("compareAndExchangeAcquire", Object.class, 2),
        COMPARE_AND_EXCHANGE_RELEASE("compareAndExchangeRelease", Object.class, 2),
        WEAK_COMPARE_AND_SET_PLAIN("weakCompareAndSetPlain", boolean.class, 2),
        WEAK_COMPARE_AND_SET("weakCompareAndSet", boolean.class, 2),
        WEAK_COMPARE_AND_SET_ACQUIRE("weakCompareAndSetAcquire", boolean.class, 2),
        WEAK_COMPARE_AND_SET_RELEASE("weakCompareAndSetRelease", boolean.class, 2),
        GET_AND_SET("getAndSet", Object.class, 1),
        GET_AND_SET_ACQUIRE("getAndSetAcquire", Object.class, 1),
        GET_AND_SET_RELEASE("getAndSetRelease", Object.class, 1),
        GET_AND_ADD("getAndAdd", Object.class, 1),
        GET_AND_ADD_ACQUIRE("getAndAddAcquire", Object.class, 1),
        GET_AND_ADD_RELEASE("getAndAddRelease", Object.class, 1),
        GET_AND_BITWISE_OR("getAndBitwiseOr", Object.class, 1),
        GET_AND_BITWISE_OR_RELEASE("getAndBitwiseOrRelease", Object.class, 1),
        GET_AND_BITWISE_OR_ACQUIRE("getAndBitwiseOrAcquire", Object.class, 1),
        GET_AND_BITWISE_AND("getAndBitwiseAnd", Object.class, 1),
        GET_AND_BITWISE_AND_RELEASE("getAndBitwiseAndRelease", Object.class, 1),
        GET_AND_BITWISE_AND_ACQUIRE("getAndBitwiseAndAcquire", Object.class, 1),
        GET_AND_BITWISE_XOR("getAndBitwiseXor", Object.class, 1),
        GET_AND_BITWISE_XOR_RELEASE("getAndBitwiseXorRelease", Object.class, 1),
        GET_AND_BITWISE_XOR_ACQUIRE("getAndBitwiseXorAcquire", Object.class, 1);

        final String methodName;
        final Class<?> result;    // Object stands for the variable's type
        final int values;         // arguments that are values of the variable

        AccessMode(String methodName, Class<?> result, int values) {
            this.methodName = methodName;
            this.result = result;
            this.values = values;
        }

        public String methodName() {
            return methodName;
        }

        public static AccessMode valueFromMethodName(String methodName) {
            for (AccessMode mode : values()) {
                if (mode.methodName.equals(methodName)) {
                    return mode;
                }
            }
            throw new IllegalArgumentException("No AccessMode value for method name " + methodName);
        }
    }
}
