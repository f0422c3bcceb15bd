package java.lang.invoke;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

/** Objects of a functional interface whose method calls a handle. */
public class MethodHandleProxies {
    private MethodHandleProxies() {}

    private static final class Handler implements InvocationHandler {
        private final Class<?> type;
        private final MethodHandle target;

        Handler(Class<?> type, MethodHandle target) {
            this.type = type;
            this.target = target;
        }

        @Override public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                switch (method.getName()) {
                    case "toString": return proxy.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(proxy));
                    case "hashCode": return System.identityHashCode(proxy);
                    default: return proxy == args[0];
                }
            }
            MethodType wanted = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            return target.asType(wanted).call(args == null ? new Object[0] : args);
        }
    }

    public static <T> T asInterfaceInstance(Class<T> intfc, MethodHandle target) {
        if (!intfc.isInterface() || !Modifier.isPublic(intfc.getModifiers())) {
            throw new IllegalArgumentException("not a public interface: " + intfc.getName());
        }
        String name = null;  // of all its abstract methods but those of Object
        boolean one = true;
        for (Method m : intfc.getMethods()) {
            if (!Modifier.isAbstract(m.getModifiers()) || ofObject(m)) continue;
            one &= name == null || name.equals(m.getName());
            name = m.getName();
        }
        if (!one || name == null) {
            throw new IllegalArgumentException("not a single-method interface: " + intfc.getName());
        }
        return intfc.cast(Proxy.newProxyInstance(intfc.getClassLoader(), new Class<?>[] {intfc}, new Handler(intfc, target)));
    }

    private static boolean ofObject(Method m) {
        switch (m.getName()) {
            case "toString": case "hashCode": return m.getParameterCount() == 0;
            case "equals": return m.getParameterCount() == 1 && m.getParameterTypes()[0] == Object.class;
            default: return false;
        }
    }

    private static Handler handlerOf(Object x) {
        if (Proxy.isProxyClass(x.getClass())) {
            InvocationHandler handler = Proxy.getInvocationHandler(x);
            if (handler instanceof Handler) {
                return (Handler) handler;
            }
        }
        return null;
    }

    public static boolean isWrapperInstance(Object x) {
        return handlerOf(x) != null;
    }

    private static Handler require(Object x) {
        Handler handler = handlerOf(x);
        if (handler == null) {
            throw new IllegalArgumentException("not a wrapper instance");
        }
        return handler;
    }

    public static MethodHandle wrapperInstanceTarget(Object x) {
        return require(x).target;
    }

    public static Class<?> wrapperInstanceType(Object x) {
        return require(x).type;
    }
}
