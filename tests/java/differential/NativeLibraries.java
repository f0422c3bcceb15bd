import java.util.function.Consumer;

/** A native library that is nowhere: programs go on without it. */
public class NativeLibraries {
    static void ask(String what, Consumer<String> how) {
        try {
            how.accept("none_of_this_name");
            System.out.println("loaded");
        } catch (UnsatisfiedLinkError e) {  // where it was looked for depends on the JDK's build
            System.out.println(what + ": " + e.getMessage().replaceAll(": .*", ""));
        }
    }

    static class Codec {
        static final boolean NATIVE;
        static {
            boolean there;
            try {
                System.loadLibrary("codec_that_nobody_has");
                there = true;
            } catch (UnsatisfiedLinkError | SecurityException e) {
                there = false;
            }
            NATIVE = there;
        }
    }

    public static void main(String[] args) {
        ask("System", System::loadLibrary);
        ask("Runtime", n -> Runtime.getRuntime().loadLibrary(n));
        System.out.println(Codec.NATIVE);
    }
}
