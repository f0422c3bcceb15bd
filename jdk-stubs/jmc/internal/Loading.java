package jmc.internal;

import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;

/** What a JVM asks a loader of the program for: the supertypes of a class that it defines, and the classes that one of its classes refers to. */
final class Loading {
    private Loading() { }

    /** ClassLoader.defineClass1 for a loader that is an object of the program. */
    static Class<?> define(ClassLoader loader, String name, byte[] bytes, int start, int length, Object domain) {
        String[] names = supertypes(name, bytes, start, length);
        Class<?>[] supers = new Class<?>[names.length];
        for (int i = 0; i < names.length; i++) supers[i] = load(loader, names[i]);
        return define(loader, bytes, start, length, domain, supers);
    }

    /** ClassLoader.defineClass2: what lies in a buffer, with the copy of it that nobody else has. */
    static Class<?> defineBuffer(ClassLoader loader, String name, ByteBuffer buffer, int start, int length, ProtectionDomain domain, String source) {
        byte[] bytes = new byte[length];
        ByteBuffer copied = buffer.duplicate();
        copied.position(start);
        copied.get(bytes);
        return define1(loader, name, bytes, 0, length, domain, source);
    }

    private static native Class<?> define1(ClassLoader loader, String name, byte[] bytes, int start, int length, ProtectionDomain domain, String source);

    private static Class<?> load(ClassLoader loader, String name) {
        ClassNotFoundException why;
        try {
            Class<?> found = loader.loadClass(name);
            if (found != null) return found;
            why = new ClassNotFoundException(name);
        } catch (ClassNotFoundException e) {
            why = e;
        }
        NoClassDefFoundError error = new NoClassDefFoundError(name.replace('.', '/'));
        error.initCause(why);
        throw error;
    }

    /** Before the first use of a class on a path. What is not found is an error of the instruction that needs it. */
    static void link(Class<?> type, ClassLoader loader) {
        String[] names = references(type);
        for (int i = 0; i < names.length; i++) {
            Class<?> found;
            try {
                found = loader.loadClass(names[i]);
            } catch (ClassNotFoundException | LinkageError e) {
                found = null;
            }
            bind(type, names[i], found);
        }
        linked(type);
    }

    /** Class.forName with a loader that is an object of the program; the name is that of a class, or of an array of such. */
    static Class<?> forName(String name, boolean initialize, ClassLoader loader) throws ClassNotFoundException {
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') dimensions++;
        String element = name;
        if (dimensions > 0) element = name.charAt(dimensions) == 'L' && name.endsWith(";") ? name.substring(dimensions + 1, name.length() - 1) : null;
        if (element == null) return Class.forName(name, false, null);
        Class<?> found = loader.loadClass(element);
        if (found == null) throw new ClassNotFoundException(name);
        for (int i = 0; i < dimensions; i++) found = java.lang.reflect.Array.newInstance(found, 0).getClass();
        if (initialize && dimensions == 0) initialize(found);
        return found;
    }

    /** The providers that a loader of the program finds, by the JDK's own lookup, after those of the JDK. */
    static Iterator<?> providers(ServiceLoader<?> services, List<?> ofJdk) throws ReflectiveOperationException {
        Constructor<?> lookup = Class.forName("java.util.ServiceLoader$LazyClassPathLookupIterator").getDeclaredConstructor(ServiceLoader.class);
        lookup.setAccessible(true);
        Iterator<?> first = ofJdk.iterator();
        Iterator<?> second = (Iterator<?>) lookup.newInstance(services);
        return new Iterator<Object>() {
            @Override public boolean hasNext() {
                return first.hasNext() || second.hasNext();
            }

            @Override public Object next() {
                return first.hasNext() ? first.next() : second.next();
            }
        };
    }

    private static native String[] supertypes(String name, byte[] bytes, int start, int length);
    private static native Class<?> define(ClassLoader loader, byte[] bytes, int start, int length, Object domain, Class<?>[] supers);
    private static native String[] references(Class<?> type);
    private static native void bind(Class<?> type, String name, Class<?> found);
    private static native void linked(Class<?> type);
    private static native void initialize(Class<?> type);
}
