package java.lang.invoke;

import java.lang.invoke.MethodHandles.Lookup;

/** How far a lookup reaches: which classes its modes let it name, and what its modes are called. */
final class Reach {
    private Reach() {}

    /** JVMS 5.4.4, also of the module that the lookup has come from. */
    static boolean named(Class<?> named, Class<?> lookupClass, int modes, Class<?> previous) {
        if (modes == Lookup.TRUSTED) {
            return true;
        }
        Class<?> type = named;
        while (type.isArray()) {
            type = type.getComponentType();
        }
        if (!Member.accessible(type, lookupClass, modes)) {
            return false;
        }
        if (type.isPrimitive() || Member.release() < Member.MODULES_CHECKED
                || (modes & Lookup.PACKAGE) != 0 && Member.samePackage(type, lookupClass)) {
            return true;
        }
        Module its = type.getModule();
        if (modes == Lookup.UNCONDITIONAL) {
            return its.isExported(type.getPackageName());
        }
        Module mine = lookupClass.getModule();
        if (its == mine && previous == null) {
            return (modes & Lookup.MODULE) != 0 || its.isExported(type.getPackageName());
        }
        return shown(type, mine) && (previous == null || shown(type, previous.getModule()));
    }

    private static boolean shown(Class<?> type, Module to) {
        return to.canRead(type.getModule()) && type.getModule().isExported(type.getPackageName(), to);
    }

    /** The modes that are left without one of them. */
    static int without(int modes, int mode) {
        int kept = modes & ~(mode | Lookup.PROTECTED | Lookup.ORIGINAL);
        switch (mode) {
            case Lookup.PUBLIC: kept &= ~Lookup.FULL; break;
            case Lookup.MODULE: kept &= ~(Lookup.PACKAGE | Lookup.PRIVATE); break;
            case Lookup.PACKAGE: kept &= ~Lookup.PRIVATE; break;
            case Lookup.PROTECTED: case Lookup.PRIVATE: case Lookup.ORIGINAL: case Lookup.UNCONDITIONAL: break;
            default: throw new IllegalArgumentException(mode + " is not a valid mode to drop");
        }
        return kept;
    }

    static String words(Class<?> lookupClass, int modes, Class<?> previous) {
        String name = lookupClass.getName() + (previous == null ? "" : "/" + previous.getName());
        if (modes == Lookup.TRUSTED) return "/trusted";
        if (modes == 0) return name + "/noaccess";
        if (modes == Lookup.UNCONDITIONAL) return name + "/publicLookup";
        switch (modes & ~(Lookup.ORIGINAL | Lookup.PROTECTED)) {
            case Lookup.PUBLIC: return name + "/public";
            case Lookup.PUBLIC | Lookup.MODULE: return name + "/module";
            case Lookup.PUBLIC | Lookup.PACKAGE: case Lookup.PUBLIC | Lookup.MODULE | Lookup.PACKAGE: return name + "/package";
            case Lookup.PUBLIC | Lookup.PACKAGE | Lookup.PRIVATE: case Lookup.PUBLIC | Lookup.MODULE | Lookup.PACKAGE | Lookup.PRIVATE:
                return (modes & Lookup.PROTECTED) != 0 ? name : name + "/private";
            default: return name + "/" + Integer.toHexString(modes);
        }
    }
}
