import java.security.Permission;
import java.util.*;

/** A SecurityManager that is never set tells which classes are on the stack, as logging libraries ask it; and one that decides for itself. */
@SuppressWarnings({"removal", "deprecation"})
public class StackClasses {
    static class Stack extends SecurityManager {
        Class<?>[] classes() { return getClassContext(); }
    }
    static class Own extends SecurityManager {
        final List<String> asked = new ArrayList<>();
        @Override public void checkPermission(Permission p) { asked.add(p.getName()); }
    }
    static class Caller {
        static String names() {
            StringBuilder s = new StringBuilder();
            for (Class<?> c : new Stack().classes())
                if (!c.getName().contains("reflect") && !c.getName().contains("Lambda")) s.append(c.getName()).append(' ');
            return s.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Caller.names());
        System.out.println(Caller.class.getDeclaredMethod("names").invoke(null));
        Runnable r = () -> System.out.println(Caller.names());
        r.run();
        Thread t = new Thread(r);
        t.start();
        t.join();
        System.out.println(new SecurityManager().getThreadGroup() == Thread.currentThread().getThreadGroup());
        Own own = new Own();
        own.checkPermission(new RuntimePermission("something"));
        System.out.println(own.asked + " " + System.getSecurityManager());
    }
}
