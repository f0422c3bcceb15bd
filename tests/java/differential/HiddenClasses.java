import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Hidden classes: nests, class data, names; and what a second or a broken definition throws. */
public class HiddenClasses {
  interface Part { Object compute() throws Throwable; }

  static void t(String name, Part part) {
    try {
      System.out.println(name + ": " + part.compute());
    } catch (Throwable e) {
      System.out.println(name + " threw " + e.toString().replaceAll("0x[0-9a-f]+", "0x").replaceAll("\\), \\(Type.*", ")"));
    }
  }

  private static int secret = 42;

  private static int next() { return secret++; }

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = HiddenClasses.class.getResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    }
  }

  static class Loader extends ClassLoader {
    Loader() { super(HiddenClasses.class.getClassLoader()); }

    Class<?> define(String name, byte[] b) { return defineClass(name, b, 0, b.length); }
  }

  static class Member implements Supplier<Object> {
    public Object get() { return next(); }
  }

  static Object made(Class<?> c) throws Exception {
    Constructor<?> constructor = c.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  static byte[] changed(String name, int at, int value) throws IOException {
    byte[] b = bytes(name);
    b[at] = (byte) value;
    return b;
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    t("no nest mate", () -> ((Supplier<?>) made(lookup.defineHiddenClass(bytes("HiddenClasses$Member"), true).lookupClass())).get());
    t("nest mate", () -> ((Supplier<?>) made(lookup.defineHiddenClass(bytes("HiddenClasses$Member"), true, MethodHandles.Lookup.ClassOption.NESTMATE).lookupClass())).get());
    t("names", () -> {
      Class<?> c = lookup.defineHiddenClass(bytes("HiddenTop"), true).lookupClass();
      return c.isHidden() + " " + (c.getNestHost() == c) + c.getNestMembers().length + c.getCanonicalName() + c.getPackageName().isEmpty() + c.isAnonymousClass() + c.isMemberClass() + (c.getClassLoader() == HiddenClasses.class.getClassLoader());
    });
    t("nest", () -> {
      Class<?> c = lookup.defineHiddenClass(bytes("HiddenTop"), true, MethodHandles.Lookup.ClassOption.NESTMATE).lookupClass();
      return c.getNestHost() + " " + c.isNestmateOf(Member.class) + Arrays.asList(c.getNestMembers()).contains(c) + ((Supplier<?>) made(c)).get();
    });
    t("alone", () -> lookup.defineHiddenClass(bytes("HiddenTop"), true).lookupClass().isNestmateOf(HiddenClasses.class));
    t("two", () -> lookup.defineHiddenClass(bytes("HiddenTop"), true).lookupClass() == lookup.defineHiddenClass(bytes("HiddenTop"), true).lookupClass());
    t("data", () -> {
      Method m = lookup.defineHiddenClassWithClassData(bytes("HiddenData"), List.of("x", 5), true).lookupClass().getDeclaredMethod("all");
      m.setAccessible(true);
      return m.invoke(null);
    });
    t("no data", () -> HiddenData.all());
    t("null data", () -> lookup.defineHiddenClassWithClassData(bytes("HiddenData"), null, true));
    t("name of data", () -> MethodHandles.classData(lookup, "other", Object.class));
    t("access to data", () -> MethodHandles.classData(lookup.dropLookupMode(MethodHandles.Lookup.PRIVATE), "_", Object.class));
    t("data of a type", () -> {
      Class<?> c = lookup.defineHiddenClassWithClassData(bytes("HiddenData"), "text", true).lookupClass();
      return ((Callable<?>) made(c)).call();
    });
    t("lookup", () -> lookup.in(String.class).defineHiddenClass(bytes("HiddenTop"), true));
    new Member();
    t("again", () -> lookup.defineClass(bytes("HiddenClasses$Member")));
    t("later release", () -> new Loader().define("HiddenTop", changed("HiddenTop", 7, 99)));
    t("magic", () -> new Loader().define("HiddenTop", changed("HiddenTop", 0, 1)));
    t("constant", () -> new Loader().define("HiddenTop", changed("HiddenTop", 10, 77)));
    t("short", () -> new Loader().define("HiddenTop", Arrays.copyOf(bytes("HiddenTop"), 50)));
    t("long", () -> new Loader().define("HiddenTop", Arrays.copyOf(bytes("HiddenTop"), bytes("HiddenTop").length + 1)));
    t("other name", () -> new Loader().define("HiddenOther", bytes("HiddenTop")));
  }
}

class HiddenTop implements Supplier<Object> {
  static int count = 10;

  public Object get() { return "top" + count++; }
}

class HiddenData implements Callable<Object> {
  static Object all() throws Exception {
    MethodHandles.Lookup l = MethodHandles.lookup();
    return MethodHandles.classData(l, "_", Object.class) + " " + MethodHandles.classDataAt(l, "_", Object.class, 0) + MethodHandles.classDataAt(l, "_", Integer.class, 1);
  }

  public Object call() throws Exception { return MethodHandles.classData(MethodHandles.lookup(), "_", Integer.class); }
}
