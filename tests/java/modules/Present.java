// Which modules a program on the class path has: those that export something to all, what those need, and what --add-modules names.
public class Present {
    public static void main(String[] args) {
        for (String name : new String[] {"java.sql.Driver", "java.util.logging.Logger", "sun.misc.Unsafe", "jdk.incubator.vector.Vector", "java.smartcardio.Card", "javax.smartcardio.Card",
                "com.sun.tools.javac.Main", "jdk.jfr.Event", "sun.security.pkcs11.SunPKCS11", "sun.util.resources.provider.LocaleDataProvider", "jdk.tools.jlink.internal.Main", "jdk.nio.zipfs.ZipFileSystemProvider",
                "jdk.vm.ci.code.Register", "sun.jvm.hotspot.HSDB", "jdk.internal.jrtfs.JrtFileSystem", "no.such.Class"}) {
            String text;
            try {
                text = String.valueOf(Class.forName(name, false, Present.class.getClassLoader()).getModule());
            } catch (Throwable t) {
                text = t.toString();
            }
            System.out.println(name + ": " + text);
        }
    }
}
