// Lets HotSpot's verifiers look at the classes that dump_spun has written: each is defined next to its host and initialised.
import java.lang.invoke.MethodHandles;
import java.nio.file.*;

public class VerifySpun {
  static class Loader extends ClassLoader {
    Loader() { super(VerifySpun.class.getClassLoader()); }
    Class<?> define(byte[] bytes) { return defineClass(null, bytes, 0, bytes.length); }
  }

  public static void main(String[] args) throws Exception {
    int failed = 0, passed = 0, skipped = 0;
    Path dir = Path.of(args[0]);
    for (String line : Files.readAllLines(dir.resolve("list"))) {
      String[] part = line.split(" ");
      byte[] bytes = Files.readAllBytes(dir.resolve(part[0] + ".class"));
      try {
        Class<?> host = Class.forName(part[1], false, VerifySpun.class.getClassLoader());
        if (part[2].startsWith("jmc.")) {
          MethodHandles.lookup().ensureInitialized(new Loader().define(bytes));
        } else {
          MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
          lookup.ensureInitialized(lookup.defineClass(bytes));
        }
        passed++;
      } catch (VerifyError e) {
        if (e.getMessage().contains("Expected stackmap frame")) {   // branches in a file of a version that needs frames: our VM needs none
          skipped++;
        } else {
          failed++;
          System.out.println(line + ": " + e);
        }
      } catch (Throwable t) {
        failed++;
        System.out.println(line + ": " + t);
      }
    }
    System.out.println(passed + " passed, " + skipped + " without frames, " + failed + " failed");
    System.exit(failed == 0 ? 0 : 1);
  }
}
