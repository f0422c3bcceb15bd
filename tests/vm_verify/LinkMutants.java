import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Links classes without running them: for each line "number name directory" of the list, the class in the file of that number. */
public class LinkMutants {
    static final class Loader extends ClassLoader {
        final String name;
        final byte[] mutant;
        final Path others;

        Loader(String name, byte[] mutant, Path others) {
            super(null);
            this.name = name;
            this.mutant = mutant;
            this.others = others;
        }

        @Override
        protected Class<?> findClass(String wanted) throws ClassNotFoundException {
            if (wanted.equals(name)) return defineClass(name, mutant, 0, mutant.length);
            try {
                byte[] bytes = Files.readAllBytes(others.resolve(wanted.replace('.', '/') + ".class"));
                return defineClass(wanted, bytes, 0, bytes.length);
            } catch (IOException | RuntimeException e) {
                throw new ClassNotFoundException(wanted);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false);
        for (String line : Files.readAllLines(dir.resolve("list"))) {
            String[] part = line.split(" ", 3);
            String verdict = "ok";
            try {
                Class<?> c = new Loader(part[1], Files.readAllBytes(dir.resolve(part[0])), Path.of(part[2])).loadClass(part[1]);
                c.getDeclaredMethods();
                c.getDeclaredFields();
            } catch (Throwable e) {
                verdict = String.valueOf(e).lines().findFirst().orElse("") ;
                if (e instanceof TypeNotPresentException) verdict = "ok";
            }
            out.println(part[0] + " " + verdict.replaceAll("\\p{Cntrl}", "?"));
        }
        out.flush();
    }
}
