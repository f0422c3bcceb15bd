package jmc.internal;

import java.lang.reflect.InvocationTargetException;
import jdk.internal.misc.Unsafe;

/**
 * How deserialisation makes an object: memory for one class, the constructor without arguments of its first superclass that cannot be serialised. The JDK defines a
 * class for each pair (before 22), or asks for a special method handle.
 */
final class SerialConstructor implements jdk.internal.reflect.ConstructorAccessor {
    private final Class<?> type;
    private final Class<?> constructed;

    private SerialConstructor(Class<?> type, Class<?> constructed) {
        this.type = type;
        this.constructed = constructed;
    }

    static SerialConstructor make(Class<?> type, Class<?> constructed) {
        return new SerialConstructor(type, constructed);
    }

    /** Calls the constructor without arguments. */
    private static native void construct(Object object, Class<?> constructed);

    @Override public Object newInstance(Object[] arguments) throws InstantiationException, InvocationTargetException {
        Object object = Unsafe.getUnsafe().allocateInstance(type);
        try {
            construct(object, constructed);
        } catch (Throwable e) {
            throw new InvocationTargetException(e);
        }
        return object;
    }
}
