package jmc.junit;

import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What jmc runs where only JUnit knows how: rules, runners, extensions, parameters. JUnit itself runs the one test method that the
 * arguments name, with all its invocations one after the other, and what it reports as a failure is thrown.
 *
 * <p>Arguments: {@code 4} (JUnit 3 and 4) or {@code 5}, the class, the method and its descriptor (empty: the first of that name). JUnit is called by reflection, since
 * its jars and their version are those of the class path of the tests.
 */
public final class RunByJUnit {
  /** It cannot be said what the test does; the message says why. No failure of the test. */
  static final class NotChecked extends Error {
    NotChecked(String why) {
      super(why, null, false, false);
    }
  }

  private static final String ENGINE = "org.junit.platform.engine.";

  private Throwable failure;
  private Throwable aborted; // by an assumption, or null
  private String skipped; // the reason, or null
  private int finished; // tests that came to their end, whatever it was

  public static void main(String[] arguments) throws Throwable {
    Class<?> type = Class.forName(arguments[1]);
    RunByJUnit run = new RunByJUnit();
    if (arguments[0].equals("4")) run.four(type, arguments[2]);
    else run.five(type, arguments[2], arguments[3]);
    if (run.failure != null) throw run.failure;
    if (run.finished > 0) return;
    if (run.aborted != null) throw run.aborted;
    if (run.skipped != null) throw (Throwable) Class.forName("org.opentest4j.TestAbortedException").getConstructor(String.class).newInstance(run.skipped);
    throw new NotChecked("JUnit finds no test " + arguments[2] + " in " + arguments[1]);
  }

  private void failed(Throwable t) {
    if (ofTheSetUp(t)) throw new NotChecked("JUnit cannot run it: " + t);
    if (failure == null) failure = t;
    else if (failure != t) failure.addSuppressed(t);
  }

  /** A parameter that nobody resolves, an extension that is wrong, a class that is none of tests: it is so in every schedule, and the test itself did not begin. */
  private static boolean ofTheSetUp(Throwable t) {
    boolean found = false;
    for (Class<?> c = t.getClass(); c != null; c = c.getSuperclass())
      found |= List.of("org.junit.platform.commons.JUnitException", "org.junit.runners.model.InitializationError").contains(c.getName());
    return found && (t.getCause() == null || ofTheSetUp(t.getCause())); // what an extension has thrown by itself may depend on the schedule
  }

  // JUnit 4.

  private void four(Class<?> type, String method) throws Throwable {
    Object runner = call(Class.forName("org.junit.runner.Request"), null, "classWithoutSuiteMethod", type);
    runner = call(runner.getClass(), runner, "getRunner");
    List<Object> leaves = new ArrayList<>();
    collect(call(runner.getClass(), runner, "getDescription"), method, leaves);
    Class<?> requests = Class.forName("org.junit.runner.Request");
    for (Object leaf : leaves) {
      Object request = call(requests, null, "classWithoutSuiteMethod", type);
      request = call(requests, request, "filterWith", leaf);
      Class<?> core = Class.forName("org.junit.runner.JUnitCore");
      Object result = call(core, core.getConstructor().newInstance(), "run", request);
      int ignored = (Integer) call(result.getClass(), result, "getIgnoreCount");
      for (Object f : (List<?>) call(result.getClass(), result, "getFailures")) failed((Throwable) call(f.getClass(), f, "getException"));
      int assumed = assumptions(result);
      if (ignored > 0) skipped = "ignored";
      else if (assumed > 0) aborted = (Throwable) Class.forName("org.junit.internal.AssumptionViolatedException").getConstructor(String.class).newInstance("an assumption failed");
      else finished++;
    }
  }

  /** Known since JUnit 4.13; before, a test with a failed assumption passes. */
  private static int assumptions(Object result) throws Throwable {
    try {
      return (Integer) call(result.getClass(), result, "getAssumptionFailureCount");
    } catch (NoSuchMethodException | UnsupportedOperationException e) {
      return 0;
    }
  }

  /** Descriptions of the method, "test" or one of "test[0]", "test(1, 2)". */
  private static void collect(Object description, String method, List<Object> leaves) throws Throwable {
    List<?> children = (List<?>) call(description.getClass(), description, "getChildren");
    for (Object child : children) collect(child, method, leaves);
    if (!children.isEmpty()) return;
    String name = (String) call(description.getClass(), description, "getMethodName");
    if (name == null) return;
    if (name.equals("initializationError")) leaves.add(description); // it says what is wrong with the class
    else if (name.startsWith(method) && (name.length() == method.length() || !Character.isJavaIdentifierPart(name.charAt(method.length())))) leaves.add(description);
  }

  // JUnit 5 and later.

  private void five(Class<?> type, String name, String descriptor) throws Throwable {
    Method method = find(type, name, descriptor);
    if (method == null) throw new NotChecked("there is no method " + name + descriptor + " in " + type.getName());
    Object selector = Class.forName(ENGINE + "discovery.DiscoverySelectors").getMethod("selectMethod", Class.class, Method.class).invoke(null, type, method);
    Properties settings = settings();
    Object parameters = proxy("ConfigurationParameters", (m, a) -> switch (m.getName()) {
      case "get" -> a.length == 1 ? Optional.ofNullable(settings.getProperty((String) a[0])) : null;
      case "getBoolean" -> Optional.ofNullable(settings.getProperty((String) a[0])).map(Boolean::parseBoolean);
      case "size" -> settings.size();
      case "keySet" -> settings.stringPropertyNames();
      default -> null;
    });
    Object engine = Class.forName("org.junit.jupiter.engine.JupiterTestEngine").getConstructor().newInstance();
    Object request = proxy("EngineDiscoveryRequest", (m, a) -> switch (m.getName()) {
      case "getSelectorsByType" -> ((Class<?>) a[0]).isInstance(selector) ? List.of(selector) : List.of();
      case "getFiltersByType" -> List.of();
      case "getConfigurationParameters" -> parameters;
      default -> given(m.getReturnType());
    });
    Class<?> engines = Class.forName(ENGINE + "TestEngine"), ids = Class.forName(ENGINE + "UniqueId"), descriptors = Class.forName(ENGINE + "TestDescriptor");
    Object id = call(ids, null, "forEngine", "junit-jupiter");
    Object root;
    try {
      root = call(engines, engine, "discover", request, id);
    } catch (Exception e) {
      throw new NotChecked("JUnit cannot find it: " + e);
    }
    Object listener = proxy("EngineExecutionListener", (m, a) -> {
      if (m.getName().equals("executionSkipped")) skipped = String.valueOf(a[1]);
      if (m.getName().equals("executionFinished")) finished((Boolean) call(descriptors, a[0], "isTest"), a[1]);
      return Void.TYPE;
    });
    try {
      call(engines, engine, "execute", execution(root, listener, parameters));
    } catch (Exception e) {
      // What the test throws is told to the listener.
      throw new NotChecked("JUnit cannot run it: " + e + (e.getCause() == null ? "" : ", because of " + e.getCause()));
    }
  }

  private void finished(boolean isTest, Object result) throws Throwable {
    String status = call(result.getClass(), result, "getStatus").toString();
    Throwable thrown = (Throwable) ((Optional<?>) call(result.getClass(), result, "getThrowable")).orElse(null);
    if (status.equals("ABORTED")) aborted = thrown;
    else if (status.equals("FAILED")) failed(thrown != null ? thrown : new AssertionError("failed, says JUnit"));
    else if (isTest) finished++;
  }

  /** As the launcher reads them. One test runs at a time: nothing is said to run in parallel. */
  private static Properties settings() throws Exception {
    Properties all = new Properties();
    try (InputStream in = ClassLoader.getSystemResourceAsStream("junit-platform.properties")) {
      if (in != null) all.load(in);
    }
    all.keySet().removeIf(key -> key.toString().startsWith("junit.jupiter.execution.parallel."));
    return all;
  }

  /** What is asked of the platform grows with its version: the longest factory method that there is, or the constructor. */
  private static Object execution(Object root, Object listener, Object parameters) throws Throwable {
    Class<?> type = Class.forName(ENGINE + "ExecutionRequest");
    Method factory = null;
    for (Method m : type.getDeclaredMethods())
      if (m.getName().equals("create") && Modifier.isStatic(m.getModifiers()) && (factory == null || m.getParameterCount() > factory.getParameterCount())) factory = m;
    Constructor<?> constructor = factory != null ? null : type.getConstructors()[0];
    Class<?>[] types = factory != null ? factory.getParameterTypes() : constructor.getParameterTypes();
    Object[] values = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      values[i] = types[i].isInstance(root) ? root : types[i].isInstance(listener) ? listener : types[i].isInstance(parameters) ? parameters : given(types[i]);
    }
    if (factory == null) return constructor.newInstance(values);
    factory.setAccessible(true);
    return factory.invoke(null, values);
  }

  /** What the launcher would hand over to an engine; null: the default will do. */
  private static Object given(Class<?> type) throws Throwable {
    switch (type.getSimpleName()) {
      case "OutputDirectoryProvider", "OutputDirectoryCreator":
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler((m, a) -> m.getName().equals("getRootDirectory") ? folder() : m.getName().equals("createOutputDirectory") ? Files.createTempDirectory(folder(), "test") : null));
      case "NamespacedHierarchicalStore":
        for (Constructor<?> c : type.getConstructors()) if (c.getParameterCount() == 1) return c.newInstance(c.newInstance((Object) null)); // of a request in a session
        return null;
      case "CancellationToken":
        return call(type, null, "disabled");
      default:
        return null;
    }
  }

  private static Path folder() throws Exception {
    return Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "junit-output"));
  }

  /** Of the class, or of what is above it. */
  private static Method find(Class<?> type, String name, String descriptor) {
    for (Method m : type.getDeclaredMethods())
      if (m.getName().equals(name) && (descriptor.isEmpty() || MethodType.methodType(m.getReturnType(), m.getParameterTypes()).toMethodDescriptorString().equals(descriptor))) return m;
    Method found = type.getSuperclass() == null ? null : find(type.getSuperclass(), name, descriptor);
    for (Class<?> i : type.getInterfaces()) if (found == null) found = find(i, name, descriptor);
    return found;
  }

  /** What an interface of JUnit does; null as the answer of one that has a default: that default. */
  private interface Answers {
    Object answer(Method method, Object[] arguments) throws Throwable;
  }

  private static InvocationHandler handler(Answers answers) {
    return (self, method, arguments) -> {
      if (method.getDeclaringClass() == Object.class) {
        switch (method.getName()) {
          case "equals": return self == arguments[0];
          case "hashCode": return System.identityHashCode(self);
          default: return "jmc";
        }
      }
      Object[] values = arguments == null ? new Object[0] : arguments;
      Object answer = answers.answer(method, values);
      if (answer == Void.TYPE) return null;
      return answer == null && method.isDefault() ? InvocationHandler.invokeDefault(self, method, values) : answer;
    };
  }

  private static Object proxy(String name, Answers answers) throws Exception {
    Class<?> type = Class.forName(ENGINE + name);
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler(answers));
  }

  /** The public method of this name that takes these values. What it throws is thrown as it is. */
  private static Object call(Class<?> type, Object target, String name, Object... values) throws Throwable {
    for (Method m : type.getMethods()) {
      if (!m.getName().equals(name) || m.getParameterCount() != values.length || Modifier.isStatic(m.getModifiers()) != (target == null)) continue;
      boolean fits = true;
      for (int i = 0; i < values.length; i++) fits &= m.getParameterTypes()[i].isInstance(values[i]);
      if (!fits) continue;
      m.setAccessible(true);
      try {
        return m.invoke(target, values);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }
}
