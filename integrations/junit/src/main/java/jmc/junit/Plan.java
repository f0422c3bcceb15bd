package jmc.junit;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** The arguments of {@link Launch} for one invocation of a test method. What cannot be done over there is refused here, by name. */
final class Plan {
  private final List<String> arguments = new ArrayList<>();

  static List<String> of(Class<?> testClass, Method method, List<Object> values) {
    Plan plan = new Plan();
    List<Class<?>> nest = new ArrayList<>();
    for (Class<?> c = testClass; c != null; c = Modifier.isStatic(c.getModifiers()) ? null : c.getEnclosingClass()) nest.add(0, c);
    // With @TestInstance(PER_CLASS), @BeforeAll and @AfterAll may belong to the instance: then they run when there is one.
    for (Class<?> c : nest) plan.folders(c, true);
    for (Class<?> c : nest) plan.lifecycle(c, BeforeAll.class, true, "-static");
    for (Class<?> c : nest) {
      plan.instance(c, c == nest.get(0) ? 0 : 1);
      plan.folders(c, false);
    }
    for (Class<?> c : nest) plan.lifecycle(c, BeforeAll.class, false, "-call");
    for (Class<?> c : nest) plan.lifecycle(c, BeforeEach.class, false, "-call");
    plan.call(Modifier.isStatic(method.getModifiers()) ? "-static" : "-call", method, values);
    Collections.reverse(nest);
    for (Class<?> c : nest) plan.lifecycle(c, AfterEach.class, false, "-after");
    for (Class<?> c : nest) plan.lifecycle(c, AfterAll.class, false, "-after");
    for (Class<?> c : nest) plan.lifecycle(c, AfterAll.class, true, "-after-static");
    return plan.arguments;
  }

  private void instance(Class<?> type, int parameters) {
    for (Constructor<?> c : type.getDeclaredConstructors()) {
      if (c.getParameterCount() != parameters)
        throw new CheckFailedError("the constructor of " + type.getName() + " has parameters, which are not known inside of jmc: give the test class one without");
    }
    arguments.add("-instance");
    arguments.add(type.getName());
  }

  /** Fields with @TempDir, those of superclasses first. */
  private void folders(Class<?> type, boolean isStatic) {
    if (type == null || type == Object.class) return;
    folders(type.getSuperclass(), isStatic);
    for (Field f : type.getDeclaredFields()) {
      if (Modifier.isStatic(f.getModifiers()) != isStatic || !AnnotationSupport.isAnnotated(f, TempDir.class)) continue;
      if (f.getType() != Path.class && f.getType() != File.class)
        throw new CheckFailedError("@TempDir " + type.getName() + "." + f.getName() + " is neither a Path nor a File");
      arguments.add(isStatic ? "-folder-static" : "-folder");
      arguments.add(type.getName());
      arguments.add(f.getName());
    }
  }

  private void lifecycle(Class<?> type, Class<? extends Annotation> annotation, boolean isStatic, String how) {
    HierarchyTraversalMode order = how.startsWith("-after") ? HierarchyTraversalMode.BOTTOM_UP : HierarchyTraversalMode.TOP_DOWN;
    for (Method m : AnnotationSupport.findAnnotatedMethods(type, annotation, order)) {
      if (Modifier.isStatic(m.getModifiers()) != isStatic) continue;
      if (m.getParameterCount() != 0)
        throw new CheckFailedError("@" + annotation.getSimpleName() + " " + type.getName() + "." + m.getName()
            + " has parameters, which are not known inside of jmc: give it none");
      call(how, m, List.of());
    }
  }

  private void call(String how, Method method, List<Object> values) {
    arguments.add(how);
    arguments.add(method.getDeclaringClass().getName());
    arguments.add(method.getName());
    arguments.add(Integer.toString(values.size()));
    for (int i = 0; i < values.size(); i++) {
      arguments.add(method.getParameterTypes()[i].getName());
      int index = i;
      arguments.add(text(values.get(i), () -> "argument " + (index + 1) + " of " + method.getDeclaringClass().getName() + "." + method.getName()));
    }
  }

  /** Read back by Launch.value. `what` names the value where it cannot be handed over. */
  static String text(Object value, Supplier<String> what) {
    if (value == null) return "0";
    if (value instanceof String s) return "S" + s;
    if (value instanceof Integer) return "I" + value;
    if (value instanceof Long) return "J" + value;
    if (value instanceof Boolean) return "Z" + value;
    if (value instanceof Byte) return "B" + value;
    if (value instanceof Short) return "H" + value;
    if (value instanceof Character c) return "C" + (int) c;
    if (value instanceof Float) return "F" + value;
    if (value instanceof Double) return "D" + value;
    if (value instanceof Class<?> c) return "K" + c.getName();
    if (value instanceof Enum<?> e) return "E" + e.getDeclaringClass().getName() + ":" + e.name();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    } catch (IOException e) {
      throw new CheckFailedError(what.get() + ", a " + value.getClass().getName() + ", cannot be handed over to jmc (" + e + "): use primitives, strings, enums, classes or serializable objects");
    }
    return "O" + Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
