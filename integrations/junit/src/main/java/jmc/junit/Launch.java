package jmc.junit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.stream.BaseStream;

/**
 * What jmc runs: one test method with its lifecycle methods, in the order that the arguments give. It finds nothing out by
 * itself (no annotations are read): the other side, {@link Plan}, did.
 *
 * <p>Arguments: {@code -instance CLASS} (with the classes around it first, outermost first), {@code -static CLASS METHOD},
 * {@code -call CLASS METHOD}, {@code -after CLASS METHOD}, {@code -after-static CLASS METHOD}, each METHOD followed by the number
 * of its parameters and, for each, its type and value. {@code -folder CLASS FIELD} and {@code -folder-static CLASS FIELD}: a field that gets a
 * folder of its own. {@code -factory CLASS METHOD}: as -call, and the tests that it makes run one after the other. {@code -expected CLASS}: what the next method is to throw.
 */
public final class Launch {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final String AFTER = "-after";

  private final String[] arguments;
  private int at;
  private int folders;
  private final List<Object> instances = new ArrayList<>();
  private Class<?> expected; // what the next method is to throw; null: nothing

  private Launch(String[] arguments) {
    this.arguments = arguments;
  }

  public static void main(String[] arguments) throws Throwable {
    new Launch(arguments).run();
  }

  /**
   * As JUnit has it: what fails first is thrown, what is to run after still runs, and its failures are added to the first. Where nothing is
   * to run after, nothing is caught: the exception is then uncaught where it was thrown.
   */
  private void run() throws Throwable {
    while (at < arguments.length && !pending()) action(true);
    if (at == arguments.length) return;
    Throwable failure = null;
    while (at < arguments.length) {
      try {
        action(failure == null);
      } catch (Throwable t) {
        if (failure == null) failure = t;
        else failure.addSuppressed(t);
      }
    }
    if (failure != null) throw failure;
  }

  /** From here on something is to run whatever fails. */
  private boolean pending() {
    for (int i = at; i < arguments.length; i++) if (arguments[i].startsWith(AFTER)) return true;
    return false;
  }

  private void action(boolean wanted) throws Throwable {
    String word = arguments[at++];
    switch (word) {
      case "-instance" -> {
        String type = arguments[at++];
        if (wanted) instances.add(instance(Class.forName(type)));
      }
      case "-expected" -> expected = Class.forName(arguments[at++]);
      case "-folder", "-folder-static" -> folder(word.endsWith("-static"), wanted);
      case "-factory" -> run(invoke(false, wanted));
      case "-static", "-call", AFTER, AFTER + "-static" -> invoke(word.endsWith("-static"), wanted || word.startsWith(AFTER));
      default -> throw new IllegalArgumentException(word);
    }
  }

  private Object instance(Class<?> type) throws Throwable {
    if (instances.isEmpty()) {
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return LOOKUP.unreflectConstructor(constructor).invoke();
    }
    Object outer = instances.get(instances.size() - 1);
    Constructor<?> constructor = type.getDeclaredConstructor(type.getEnclosingClass());
    constructor.setAccessible(true);
    return LOOKUP.unreflectConstructor(constructor).invoke(outer);
  }

  private void folder(boolean isStatic, boolean wanted) throws Exception {
    Class<?> owner = Class.forName(arguments[at++]);
    Field field = owner.getDeclaredField(arguments[at++]);
    Object target = target(isStatic, owner);
    if (!wanted || (!isStatic && target == null)) return;
    field.setAccessible(true);
    field.set(target, folder(field.getType().getName()));
  }

  /** A new one, below the folder for temporary files of jmc's world: no file of the machine is touched. */
  private Object folder(String type) throws IOException {
    for (;;) {
      Path path = Path.of(System.getProperty("java.io.tmpdir"), "junit-" + ++folders);
      try {
        Files.createDirectory(path);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
      return type.equals("java.io.File") ? path.toFile() : path;
    }
  }

  /** What a method with @TestFactory gives: tests, containers of tests, and collections of both. */
  private static void run(Object made) throws Throwable {
    if (made == null) return;
    if (made instanceof BaseStream<?, ?> s) {
      for (Iterator<?> i = s.iterator(); i.hasNext();) run(i.next());
    } else if (made instanceof Iterable<?> all) {
      for (Object each : all) run(each);
    } else if (made instanceof Iterator<?> i) {
      while (i.hasNext()) run(i.next());
    } else if (made instanceof Object[] all) {
      for (Object each : all) run(each);
    } else if (made.getClass().getSimpleName().equals("DynamicContainer")) {
      run(LOOKUP.unreflect(made.getClass().getMethod("getChildren")).bindTo(made).invoke());
    } else {
      Object body = LOOKUP.unreflect(made.getClass().getMethod("getExecutable")).bindTo(made).invoke();
      LOOKUP.unreflect(Class.forName("org.junit.jupiter.api.function.Executable").getMethod("execute")).bindTo(body).invokeWithArguments();
    }
  }

  private Object target(boolean isStatic, Class<?> owner) {
    Object target = null;
    if (!isStatic) for (Object o : instances) if (owner.isInstance(o)) target = o;
    return target;
  }

  private Object invoke(boolean isStatic, boolean wanted) throws Throwable {
    Class<?> owner = Class.forName(arguments[at++]);
    String name = arguments[at++];
    int count = Integer.parseInt(arguments[at++]);
    Class<?>[] types = new Class<?>[count];
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      types[i] = type(arguments[at++]);
      values[i] = value(arguments[at++]);
    }
    if (!wanted) return null;
    Object target = target(isStatic, owner);
    if (!isStatic && target == null) return null; // its constructor failed
    Method method = owner.getDeclaredMethod(name, types);
    method.setAccessible(true);
    // A handle throws what the method throws, where Method.invoke would wrap it.
    MethodHandle handle = LOOKUP.unreflect(method);
    if (!isStatic) handle = handle.bindTo(target);
    Class<?> wantedType = expected;
    expected = null;
    if (wantedType == null) {
      return handle.invokeWithArguments(values);
    }
    try {
      handle.invokeWithArguments(values);
    } catch (Throwable t) {
      if (wantedType.isInstance(t)) return null;
      throw t;
    }
    throw new AssertionError("expected an exception: " + wantedType.getName());
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return switch (name) {
      case "int" -> int.class;
      case "long" -> long.class;
      case "boolean" -> boolean.class;
      case "byte" -> byte.class;
      case "short" -> short.class;
      case "char" -> char.class;
      case "float" -> float.class;
      case "double" -> double.class;
      default -> Class.forName(name);
    };
  }

  /** One letter says what the text after it is; written by {@link Plan#text}. */
  private Object value(String text) throws Exception {
    String rest = text.substring(1);
    switch (text.charAt(0)) {
      case '0': return null;
      case 'T': return folder(rest);
      case 'S': return rest;
      case 'I': return Integer.valueOf(rest);
      case 'J': return Long.valueOf(rest);
      case 'Z': return Boolean.valueOf(rest);
      case 'B': return Byte.valueOf(rest);
      case 'H': return Short.valueOf(rest);
      case 'C': return (char) Integer.parseInt(rest);
      case 'F': return Float.valueOf(rest);
      case 'D': return Double.valueOf(rest);
      case 'K': return type(rest);
      case 'E': {
        int colon = rest.indexOf(':');
        return constant(Class.forName(rest.substring(0, colon)), rest.substring(colon + 1));
      }
      case 'O': {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(rest)))) {
          return in.readObject();
        }
      }
      default: throw new IllegalArgumentException(text);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object constant(Class<?> type, String name) {
    return Enum.valueOf((Class) type, name);
  }
}
