// Reflection and method handles on members of packages that are exported, open, exported or opened to others only, or neither: a table of members, each tried in each way.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

public class Reflected {
    interface Action { Object run() throws Throwable; }

    static void attempt(String name, Action action) {
        String text;
        try {
            Object result = action.run();
            text = result == null || result instanceof Boolean || result instanceof String ? String.valueOf(result) : "an object";
        } catch (InvocationTargetException e) {
            text = "threw " + e.getCause();
        } catch (Throwable t) {
            text = t.toString();
            for (Throwable cause = t.getCause(); cause != null; cause = cause.getCause()) {
                text += " <- " + cause;
            }
        }
        System.out.println(name + ": " + text);
    }

    // A class and its members: "name" a field, "name()" a method without parameters, "new" the constructor without.
    // That a lookup refuses a member, and not in which of several words.
    static void attemptMember(String name, Action action) {
        attempt(name, () -> {
            try {
                return action.run();
            } catch (IllegalAccessException e) {
                if (String.valueOf(e.getMessage()).contains("does not open")) throw e;
                return "IllegalAccessException";
            }
        });
    }

    static final String[][] TABLE = {
        {"java.util.ArrayList", "new", "size()", "size", "DEFAULT_CAPACITY"},
        {"java.util.Collections$EmptyList", "new", "size()"},
        {"java.lang.String", "value", "coder()", "length()"},
        {"java.lang.ClassLoader", "parent", "packages", "getName()", "checkName()"},
        {"java.util.concurrent.ForkJoinTask", "status", "getRawResult()"},
        {"sun.reflect.annotation.AnnotationType", "getInstance()", "memberTypes()", "memberTypes"},
        {"sun.security.util.DerOutputStream", "new", "putNull()"},
        {"jdk.internal.misc.Unsafe", "getUnsafe()", "theUnsafe", "ADDRESS_SIZE"},
        {"sun.misc.Unsafe", "theUnsafe", "ADDRESS_SIZE", "new"},
        {"java.util.logging.LogManager", "getLogManager()", "manager", "new"},
        {"java.util.logging.Level", "getName()", "defaultBundle"},
        {"java.sql.Timestamp", "getTime()", "nanos"},
        {"com.sun.rowset.internal.Row", "initColumnObject()", "inserted", "numCols"},
        {"com.sun.net.httpserver.HttpServer", "start()"},
        {"sun.net.httpserver.ServerImpl", "start()"},
    };

    static Member find(Class<?> c, String name) throws Exception {
        if (name.equals("new")) return c.getDeclaredConstructor();
        if (!name.endsWith("()")) return c.getDeclaredField(name);
        String plain = name.substring(0, name.length() - 2);
        for (Method m : c.getDeclaredMethods()) {
            if (m.getName().equals(plain) && !m.isBridge()) return m;
        }
        throw new NoSuchMethodException(name);
    }

    static Object use(Member m, Object receiver) throws Throwable {
        if (m instanceof Field) return ((Field) m).get(receiver) != null;
        if (m instanceof Constructor) return ((Constructor<?>) m).newInstance();
        Method method = (Method) m;
        return method.invoke(receiver, new Object[method.getParameterCount()]) != null;
    }

    static Object receiver(Class<?> c) {
        if (c == java.util.ArrayList.class) return new java.util.ArrayList<>();
        if (c == String.class) return "text";
        if (c == ClassLoader.class) return ClassLoader.getSystemClassLoader();
        if (c == java.util.concurrent.ForkJoinTask.class) return java.util.concurrent.ForkJoinTask.adapt(() -> { });
        if (c.getName().equals("java.util.logging.Level")) return java.util.logging.Level.INFO;
        if (c.getName().equals("java.sql.Timestamp")) return new java.sql.Timestamp(5);
        return null;
    }

    static Object unreflect(MethodHandles.Lookup lookup, Member m) throws Throwable {
        if (m instanceof Field) return lookup.unreflectGetter((Field) m);
        if (m instanceof Constructor) return lookup.unreflectConstructor((Constructor<?>) m);
        return lookup.unreflect((Method) m);
    }

    static Object lookUp(MethodHandles.Lookup lookup, Member m) throws Throwable {
        Class<?> c = m.getDeclaringClass();
        boolean isStatic = Modifier.isStatic(m.getModifiers());
        if (m instanceof Field) {
            Class<?> type = ((Field) m).getType();
            return isStatic ? lookup.findStaticGetter(c, m.getName(), type) : lookup.findGetter(c, m.getName(), type);
        }
        if (m instanceof Constructor) return lookup.findConstructor(c, MethodType.methodType(void.class));
        MethodType type = MethodType.methodType(((Method) m).getReturnType(), ((Method) m).getParameterTypes());
        return isStatic ? lookup.findStatic(c, m.getName(), type) : lookup.findVirtual(c, m.getName(), type);
    }

    static void members(String[] row) throws Exception {
        Class<?> c = Class.forName(row[0], false, Reflected.class.getClassLoader());
        MethodHandles.Lookup mine = MethodHandles.lookup();
        attempt(row[0] + " accessClass", () -> mine.accessClass(c).getName());
        attempt(row[0] + " public accessClass", () -> MethodHandles.publicLookup().accessClass(c).getName());
        attempt(row[0] + " findClass", () -> mine.findClass(row[0]).getName());
        attempt(row[0] + " lookup in", () -> mine.in(c).toString());
        attempt(row[0] + " private lookup", () -> MethodHandles.privateLookupIn(c, mine).toString());
        for (int i = 1; i < row.length; i++) {
            String name = row[0] + "." + row[i];
            Member m;
            try {
                m = find(c, row[i]);
            } catch (NoSuchMethodException | NoSuchFieldException e) {
                System.out.println(name + ": the JDK has none");
                continue;
            }
            boolean bound = !Modifier.isStatic(m.getModifiers()) && !(m instanceof Constructor);
            Object receiver = receiver(c);
            attemptMember(name + " unreflect", () -> unreflect(mine, m));
            attemptMember(name + " find", () -> lookUp(mine, m));
            attemptMember(name + " find in public", () -> lookUp(MethodHandles.publicLookup(), m));
            attemptMember(name + " find in private", () -> lookUp(MethodHandles.privateLookupIn(c, mine), m));
            if (bound && receiver == null) {
                attempt(name + " setAccessible", () -> { ((AccessibleObject) m).setAccessible(true); return "done"; });
                continue;
            }
            attempt(name + " canAccess", () -> ((AccessibleObject) m).canAccess(bound ? receiver : null));
            attempt(name + " use", () -> use(m, receiver));
            attempt(name + " trySetAccessible", () -> ((AccessibleObject) m).trySetAccessible());
            attempt(name + " setAccessible", () -> { ((AccessibleObject) m).setAccessible(true); return "done"; });
            attempt(name + " canAccess then", () -> ((AccessibleObject) m).canAccess(bound ? receiver : null));
            attempt(name + " use then", () -> use(m, receiver));
            attemptMember(name + " unreflect then", () -> unreflect(mine, m));
        }
    }

    static void proxies() {
        InvocationHandler handler = (proxy, method, arguments) -> method.getName();
        String[][] interfaces = {{"java.lang.Runnable"}, {"java.util.function.Supplier"}, {"sun.security.util.ConstraintsParameters"}, {"java.sql.Driver"}, {"Reflected$Open"}, {"Reflected$Closed"},
            {"java.lang.Runnable", "sun.security.util.ConstraintsParameters"}};
        for (String[] names : interfaces) {
            attempt("proxy of " + String.join(", ", names), () -> {
                Class<?>[] classes = new Class<?>[names.length];
                for (int i = 0; i < names.length; i++) classes[i] = Class.forName(names[i]);
                Object proxy = Proxy.newProxyInstance(Reflected.class.getClassLoader(), classes, handler);
                Module module = proxy.getClass().getModule();
                String own = module.isNamed() ? "a module of its own" : "an unnamed module";
                String of = proxy.getClass().getPackageName();
                return own + ", " + of.replaceAll("[0-9]+", "N") + ", exported " + module.isExported(of) + ", open " + module.isOpen(of, Reflected.class.getModule())
                        + ", reads java.base " + module.canRead(Object.class.getModule());
            });
        }
    }

    public interface Open { String open(); }
    interface Closed { String closed(); }

    public static void main(String[] args) throws Exception {
        for (String[] row : TABLE) members(row);
        proxies();
    }
}
