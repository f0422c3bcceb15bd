// What the bytecode of a class on the class path names in packages that their modules export, do not export, or export to others only: each kind of instruction that resolves a class, once for
// each. Compiled with --add-exports; what the JVM makes of it depends on its own options.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Function;
import java.util.function.Supplier;

public class Linked {
    interface Action { Object run() throws Throwable; }

    static void attempt(String name, Action action) {
        String text;
        try {
            Object result = action.run();
            text = result == null ? "null" : result instanceof String || result instanceof Boolean || result instanceof Integer ? result.toString() : "an object";
        } catch (Throwable t) {
            text = t.toString();
            for (Throwable cause = t.getCause(); cause != null; cause = cause.getCause()) {
                text += " <- " + cause;
            }
        }
        System.out.println(name + ": " + text);
    }

    // Not exported, and of the same module as what is exported to all.
    static class Hidden {
        static Object literal() { return sun.reflect.annotation.AnnotationType.class.getName(); }
        static Object call() { return sun.reflect.annotation.AnnotationType.getInstance(Override.class) != null; }
        static Object cast(Object o) { return (sun.reflect.annotation.AnnotationType) o; }
        static Object test(Object o) { return o instanceof sun.reflect.annotation.AnnotationType; }
        static Object array() { return new sun.reflect.annotation.AnnotationType[2].length; }
        static Object arrays() { return new sun.reflect.annotation.AnnotationType[2][3].length; }
        static Object arrayLiteral() { return sun.reflect.annotation.AnnotationType[].class.getName(); }
        static Object reference() {
            Function<Class<? extends java.lang.annotation.Annotation>, Object> f = sun.reflect.annotation.AnnotationType::getInstance;
            return f.apply(Override.class) != null;
        }
        static Object lambda() {
            Function<sun.reflect.annotation.AnnotationType, Object> f = type -> "applied";
            return f.apply(null);
        }
        static Object twice() {
            String first = null;
            try {
                call();
                first = "went through";
            } catch (IllegalAccessError e) {
                first = "refused";
            }
            try {
                return first + ", " + call();
            } catch (IllegalAccessError e) {
                return first + ", refused again";
            }
        }
    }

    // Exported to named modules only.
    static class Qualified {
        static Object literal() { return jdk.internal.misc.Unsafe.class.getName(); }
        static Object call() { return jdk.internal.misc.Unsafe.getUnsafe() != null; }
        static Object field() { return jdk.internal.misc.Unsafe.ADDRESS_SIZE > 0; }
        static Object make() { return new sun.security.util.DerOutputStream(); }
        static Object exactly() throws Throwable {
            MethodHandle h = MethodHandles.constant(Object.class, null).asType(MethodType.methodType(Object.class));
            return (sun.security.util.DerValue) h.invoke();
        }
    }

    // Exported, of another module than java.base.
    static class Exported {
        static Object unsafe() { return sun.misc.Unsafe.class.getModule().getName(); }
        static Object logger() { return java.util.logging.Level.parse("INFO").getName(); }
        static Object date() { return java.sql.Date.valueOf("2020-02-03").toString(); }
        static Object supplier() {
            Supplier<Object> s = java.util.logging.LogManager.class::getName;
            return s.get();
        }
    }

    // Not exported, of another module than java.base.
    static class HiddenElsewhere {
        static Object literal() { return com.sun.rowset.internal.Row.class.getName(); }
        static Object http() { return jdk.internal.net.http.common.Utils.class.getName(); }
    }

    static class Extends extends sun.security.util.PendingException { }
    static class Implements implements sun.security.util.ConstraintsParameters {
        public boolean anchorIsJdkCA() { return false; }
        public java.util.Set<java.security.Key> getKeys() { return null; }
        public java.util.Date getDate() { return null; }
        public String getVariant() { return null; }
        public String extendedExceptionMsg() { return null; }
    }
    static class Catches {
        static Object run() {
            try {
                throw new IllegalStateException("thrown");
            } catch (sun.security.util.PendingException e) {
                return "caught";
            }
        }
        static Object passes() {
            try {
                return "no exception";
            } catch (sun.security.util.PendingException e) {
                return "caught";
            }
        }
    }
    // Only named in descriptors: nothing resolves them.
    static class Described {
        sun.reflect.annotation.AnnotationType field;
        static sun.reflect.annotation.AnnotationType id(sun.reflect.annotation.AnnotationType a) { return a; }
        static Object run() { return id(null) == new Described().field; }
    }

    public static void main(String[] args) {
        attempt("hidden literal", Hidden::literal);
        attempt("hidden call", Hidden::call);
        attempt("hidden cast of null", () -> Hidden.cast(null));
        attempt("hidden cast", () -> Hidden.cast("text"));
        attempt("hidden instanceof null", () -> Hidden.test(null));
        attempt("hidden instanceof", () -> Hidden.test("text"));
        attempt("hidden array", Hidden::array);
        attempt("hidden arrays", Hidden::arrays);
        attempt("hidden array literal", Hidden::arrayLiteral);
        attempt("hidden reference", Hidden::reference);
        attempt("hidden lambda", Hidden::lambda);
        attempt("hidden twice", Hidden::twice);
        attempt("qualified literal", Qualified::literal);
        attempt("qualified call", Qualified::call);
        attempt("qualified field", Qualified::field);
        attempt("qualified make", Qualified::make);
        attempt("qualified result of a handle", Qualified::exactly);
        attempt("exported Unsafe", Exported::unsafe);
        attempt("exported logger", Exported::logger);
        attempt("exported date", Exported::date);
        attempt("exported supplier", Exported::supplier);
        attempt("hidden elsewhere", HiddenElsewhere::literal);
        attempt("hidden in http", HiddenElsewhere::http);
        attempt("extends", () -> new Extends());
        attempt("implements", () -> new Implements());
        attempt("catches", Catches::run);
        attempt("catches nothing", Catches::passes);
        attempt("described", Described::run);
    }
}
