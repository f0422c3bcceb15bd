package jmc.internal;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What StackWalker shows. The real class walks HotSpot's stack in batches while the stream is read; here all frames are taken at once, before the
 * program sees the first one. A native method without a body in jmc stops the run when it is called.
 */
final class StackFrames implements StackWalker.StackFrame {
    private final Class<?> owner;
    private final StackTraceElement element;
    private final String descriptor;
    private final boolean retain;

    private StackFrames(Class<?> owner, StackTraceElement element, String descriptor, boolean retain) {
        this.owner = owner;
        this.element = element;
        this.descriptor = descriptor;
        this.retain = retain;
    }

    /** The classes of the frames that a stack trace shows, from the caller up. */
    private static native Class<?>[] classes();

    /** The descriptors of the methods of these frames. */
    private static native String[] descriptors();

    private static native void hiddenFrames();

    /** Instead of the walker's methods, which have no frame: the frame of a method of this class is the first, the one of the walker's caller the second. */
    static Object walk(Set<StackWalker.Option> options, boolean retain, Function<Object, Object> function) {
        if (function == null) throw new NullPointerException();
        Class<?>[] owners = classes();
        return function.apply(frames(options, retain, owners, descriptors(), new Throwable().getStackTrace()).stream());
    }

    static void forEach(Set<StackWalker.Option> options, boolean retain, Consumer<Object> action) {
        if (action == null) throw new NullPointerException();
        Class<?>[] owners = classes();
        frames(options, retain, owners, descriptors(), new Throwable().getStackTrace()).forEach(action);
    }

    static Class<?> callerClass(Set<StackWalker.Option> options, boolean retain) {
        if (!retain) throw new UnsupportedOperationException("This stack walker does not have RETAIN_CLASS_REFERENCE access");
        Class<?>[] owners = classes();
        int found = 0;
        for (int i = 1; i < owners.length; i++) {
            if (!reflective(owners[i]) && ++found == 2) return owners[i];
        }
        throw new IllegalCallerException("no caller frame");
    }

    private static List<StackFrames> frames(Set<StackWalker.Option> options, boolean retain, Class<?>[] owners, String[] descriptors, StackTraceElement[] elements) {
        if (options.contains(StackWalker.Option.SHOW_HIDDEN_FRAMES)) hiddenFrames();
        boolean reflection = options.contains(StackWalker.Option.SHOW_REFLECT_FRAMES);
        List<StackFrames> frames = new ArrayList<>();
        for (int i = 1; i < owners.length; i++) {
            if (reflection || !reflective(owners[i])) frames.add(new StackFrames(owners[i], elements[i], descriptors[i], retain));
        }
        return frames;
    }

    private static boolean reflective(Class<?> c) {
        return c == Method.class || c == Constructor.class || c.getName().startsWith("jdk.internal.reflect.");
    }

    @Override public String getClassName() { return owner.getName(); }

    @Override public String getMethodName() { return element.getMethodName(); }

    @Override public Class<?> getDeclaringClass() {
        if (!retain) throw new UnsupportedOperationException("No access to RETAIN_CLASS_REFERENCE");
        return owner;
    }

    @Override public MethodType getMethodType() {
        return MethodType.fromMethodDescriptorString(descriptor, getDeclaringClass().getClassLoader());
    }

    @Override public String getDescriptor() { return descriptor; }

    @Override public native int getByteCodeIndex();

    @Override public String getFileName() { return element.getFileName(); }

    @Override public int getLineNumber() { return element.getLineNumber(); }

    @Override public boolean isNativeMethod() { return element.isNativeMethod(); }

    @Override public StackTraceElement toStackTraceElement() { return element; }

    @Override public String toString() { return element.toString(); }
}
