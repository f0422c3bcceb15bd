import java.util.concurrent.Callable;

// What is thrown, with which message and cause, when a class is asked for that is not there.
public class MissingClasses {
    static void ask(String what, Callable<?> question) {
        try {
            System.out.println(what + ": " + question.call());
        } catch (Throwable e) {
            System.out.println(what + ": " + e + ", cause " + e.getCause());
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader loader = MissingClasses.class.getClassLoader();
        for (String name : new String[] {"no.Such", "java/lang/String", "[Lno.Such;", "[[Lno.Such;", "int", "[I", "[X", "", "Lno.Such;", "missingclasses", "MissingClasses.Inner", "a..b", "[", "[[", "no.Such[]", "[Ljava.lang.String;"}) {
            ask("forName " + name, () -> Class.forName(name));
            ask("forName of the boot loader " + name, () -> Class.forName(name, false, null));
            ask("forName of the platform loader " + name, () -> Class.forName(name, false, ClassLoader.getPlatformClassLoader()));
            ask("loadClass " + name, () -> loader.loadClass(name));
        }
        ask("forName null", () -> Class.forName(null));
        ask("loadClass null", () -> loader.loadClass(null));
        ask("of the program by the boot loader", () -> Class.forName("MissingClasses", false, null));
        ask("of the program by the platform loader", () -> ClassLoader.getPlatformClassLoader().loadClass("MissingClasses"));
    }
}
