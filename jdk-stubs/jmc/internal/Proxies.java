package jmc.internal;

import java.lang.reflect.Constructor;
import java.util.List;

/**
 * Proxy classes for the loaders of the JVM. The JDK keeps them in concurrent maps of the loader, whose inner workings no program can tell from here; one lock around
 * them spares the search the interleavings of those. Loaders of the program run code of their own meanwhile: for them the JDK's way is taken.
 */
final class Proxies {
    private Proxies() { }

    static Constructor<?> constructor(Class<?> caller, ClassLoader loader, Class<?>[] interfaces) {
        synchronized (Proxies.class) {
            return find(caller, loader, interfaces);
        }
    }

    /** From JDK 24 on nobody asks for the caller. */
    static Constructor<?> constructor(ClassLoader loader, Class<?>[] interfaces) {
        synchronized (Proxies.class) {
            return find(loader, interfaces);
        }
    }

    /** The class is in the module that the JDK has made, or chosen, for it. `where`: that, or what it is a component of. */
    static Class<?> define(Object where, List<Class<?>> interfaces) {
        Class<?> made = asJdk(where, interfaces);
        setModule(made, where);
        return made;
    }

    private static native Class<?> asJdk(Object where, List<Class<?>> interfaces);
    private static native void setModule(Class<?> proxy, Object where);
    private static native Constructor<?> find(Class<?> caller, ClassLoader loader, Class<?>[] interfaces);
    private static native Constructor<?> find(ClassLoader loader, Class<?>[] interfaces);
}
