package jmc.internal;

import java.lang.reflect.Constructor;

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

    private static native Constructor<?> find(Class<?> caller, ClassLoader loader, Class<?>[] interfaces);
    private static native Constructor<?> find(ClassLoader loader, Class<?>[] interfaces);
}
