package java.lang;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is added while a program runs to modules of the JDK, in the tables of java.lang.Module: those modules have no descriptors as objects here. */
final class ModuleTables {
    private ModuleTables() { }

    static void export(Module module, String packageName, Module other, boolean open) {
        Map<String, Boolean> packages = exports().computeIfAbsent(module, other, (m, o) -> new ConcurrentHashMap<>());
        if (open) {
            packages.put(packageName, true);
        } else {
            packages.putIfAbsent(packageName, false);
        }
    }

    static Module addUses(Module module, Class<?> service, Class<?> caller) {
        if (caller.getModule() != module) {
            throw new IllegalCallerException(caller.getModule() + " != " + module);
        }
        module.implAddUses(service);
        return module;
    }

    static boolean uses(Module module, Class<?> service) {
        return uses().containsKeyPair(module, service);
    }

    private static native WeakPairMap<Module, Module, Map<String, Boolean>> exports();
    private static native WeakPairMap<Module, Class<?>, Boolean> uses();
}
