// What java.lang.Module answers of modules of the JDK: what they export, open, read and use, to all, to the program, to each other; and what a program may add.
import java.util.List;

public class Asked {
    interface Action { Object run() throws Throwable; }

    static void attempt(String name, Action action) {
        String text;
        try {
            text = String.valueOf(action.run());
        } catch (Throwable t) {
            text = t.toString();
        }
        System.out.println(name + ": " + text);
    }

    static final List<String> CLASSES = List.of("java.lang.Object", "java.util.logging.Logger", "java.sql.Driver", "sun.misc.Unsafe", "java.net.http.HttpClient", "com.sun.net.httpserver.HttpServer",
            "javax.xml.parsers.SAXParser", "java.lang.management.ManagementFactory", "java.beans.PropertyChangeListener", "Asked");
    static final List<String> PACKAGES = List.of("java.lang", "java.util", "jdk.internal.misc", "jdk.internal.access", "sun.reflect.annotation", "sun.security.util", "sun.nio.ch", "java.util.logging",
            "sun.util.logging.internal", "sun.logging.resources", "sun.net.www.protocol.http.logging", "java.sql", "javax.sql", "sun.misc", "sun.reflect", "java.net.http", "jdk.internal.net.http",
            "com.sun.net.httpserver", "sun.net.httpserver", "javax.xml.parsers", "com.sun.org.apache.xerces.internal.dom", "java.lang.management", "sun.management", "java.beans", "sun.awt", "no.such", "");

    public static void main(String[] args) throws Exception {
        Module[] modules = new Module[CLASSES.size()];
        for (int i = 0; i < modules.length; i++) modules[i] = Class.forName(CLASSES.get(i), false, Asked.class.getClassLoader()).getModule();
        Module mine = Asked.class.getModule();
        for (Module m : modules) {
            System.out.println(m + ", named " + m.isNamed() + ", " + m.getName());
            for (String p : PACKAGES) {
                StringBuilder line = new StringBuilder(p + ":");
                if (m.isExported(p)) line.append(" exported");
                if (m.isOpen(p)) line.append(" open");
                for (Module other : modules) {
                    if (m.isExported(p, other)) line.append(" exported to " + other.getName());
                    if (m.isOpen(p, other)) line.append(" open to " + other.getName());
                }
                System.out.println(line);
            }
            StringBuilder line = new StringBuilder("reads:");
            for (Module other : modules) if (m.canRead(other)) line.append(" " + other.getName());
            System.out.println(line);
            for (Class<?> service : List.of(java.sql.Driver.class, java.nio.file.spi.FileSystemProvider.class, java.util.spi.ToolProvider.class, Runnable.class)) {
                System.out.println("uses " + service.getName() + ": " + m.canUse(service));
            }
            attempt("addReads", () -> m.addReads(modules[0]) == m);
            attempt("addExports", () -> m.addExports("java.lang", mine) == m);
            attempt("addOpens java.lang to logging", () -> m.addOpens("java.lang", modules[1]) == m);
            attempt("addOpens java.util", () -> m.addOpens("java.util", mine) == m);
            attempt("addOpens sun.misc", () -> m.addOpens("sun.misc", modules[2]) == m);
            attempt("addUses", () -> m.addUses(Runnable.class) == m);
            attempt("open to logging now", () -> m.isOpen("java.lang", modules[1]));
            attempt("open to sql now", () -> m.isOpen("sun.misc", modules[2]) + " " + m.isExported("sun.misc", modules[2]));
        }
        attempt("null package", () -> modules[0].isExported(null));
        attempt("null module", () -> modules[0].isExported("java.lang", null));
        attempt("array", () -> int[][].class.getModule() + " " + Asked[].class.getModule().isNamed());
        attempt("lambda", () -> ((Runnable) () -> { }).getClass().getModule() == mine);
    }
}
